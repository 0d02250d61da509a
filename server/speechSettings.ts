import { z } from 'zod'

const speechProviders = ['openai', 'deepgram'] as const

/** Who recognises what is said on stage; `url` is where its API is, without a trailing slash and without `/v1`. */
export interface SpeechSettings {
  readonly provider: (typeof speechProviders)[number]
  readonly url: string
  /** A server of one's own may do without one. */
  readonly key: string | undefined
  readonly model: string
}

/** The variables of speech. `openai` is whoever answers as OpenAI does, a whisper server of one's own included. */
export const speechShape = {
  SPEECH_PROVIDER: z.enum(speechProviders, `must be one of ${speechProviders.join(', ')}`).optional(),
  SPEECH_URL: z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be an address that starts with https:// or http://')
    .transform(value => value.replace(/\/+$/, '').replace(/\/v1$/, ''))
    .optional(),
  SPEECH_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be without spaces')
    .optional(),
  SPEECH_MODEL: z
    .string()
    .regex(/^[\w.:/@+-]{1,100}$/, 'must be the name of a model')
    .optional(),
}

type Given = z.infer<z.ZodObject<typeof speechShape>>

/** What is missing of a provider that was named, and what was set for none; one line each. */
export function speechProblems(given: Partial<Record<string, string>>): string[] {
  const { SPEECH_PROVIDER: provider, SPEECH_URL: url, SPEECH_KEY: key, SPEECH_MODEL: model } = given
  if (!provider)
    return url || key || model
      ? ['SPEECH_PROVIDER is missing: SPEECH_URL, SPEECH_KEY and SPEECH_MODEL belong to one']
      : []
  return key || url ? [] : [`SPEECH_KEY is missing: ${provider} needs it, unless SPEECH_URL names a server of your own`]
}

export function speechSettings(v: Given): SpeechSettings | undefined {
  const provider = v.SPEECH_PROVIDER
  if (!provider) return undefined
  const usual = {
    openai: { url: 'https://api.openai.com', model: 'whisper-1' },
    deepgram: { url: 'https://api.deepgram.com', model: 'nova-3' },
  }[provider]
  return { provider, url: v.SPEECH_URL ?? usual.url, key: v.SPEECH_KEY, model: v.SPEECH_MODEL ?? usual.model }
}
