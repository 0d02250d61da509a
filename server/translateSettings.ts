import { z } from 'zod'

export const translateProviders = ['google', 'deepl', 'libretranslate'] as const

/** Who translates captions; `url` is where its API is, without a trailing slash. */
export interface TranslateSettings {
  readonly provider: (typeof translateProviders)[number]
  readonly url: string
  /** LibreTranslate may do without one. */
  readonly key: string | undefined
}

/** The variables of translation. The address is needed for LibreTranslate alone. */
export const translateShape = {
  TRANSLATE_PROVIDER: z.enum(translateProviders, `must be one of ${translateProviders.join(', ')}`).optional(),
  TRANSLATE_URL: z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be an address that starts with https:// or http://')
    .transform(value => value.replace(/\/+$/, ''))
    .optional(),
  TRANSLATE_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be without spaces')
    .optional(),
}

type Given = z.infer<z.ZodObject<typeof translateShape>>

/** What is missing of a provider that was named, and what was set for none; one line each. */
export function translateProblems(given: Partial<Record<string, string>>): string[] {
  const { TRANSLATE_PROVIDER: provider, TRANSLATE_URL: url, TRANSLATE_KEY: key } = given
  if (!provider)
    return url || key ? ['TRANSLATE_PROVIDER is missing: TRANSLATE_URL and TRANSLATE_KEY belong to one'] : []
  if (provider === 'libretranslate') return url ? [] : ['TRANSLATE_URL is missing: libretranslate needs it']
  return key ? [] : [`TRANSLATE_KEY is missing: ${provider} needs it`]
}

export function translateSettings(v: Given): TranslateSettings | undefined {
  const provider = v.TRANSLATE_PROVIDER
  if (!provider) return undefined
  const free = v.TRANSLATE_KEY?.endsWith(':fx') === true
  const usual = {
    google: 'https://translation.googleapis.com',
    deepl: free ? 'https://api-free.deepl.com' : 'https://api.deepl.com',
    libretranslate: '',
  }[provider]
  return { provider, url: v.TRANSLATE_URL ?? usual, key: v.TRANSLATE_KEY }
}
