import { z } from 'zod'
import { apiAddress, unspaced } from '#server/settingFields.ts'
import { type Given, settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    /** The provider that recognizes speech on stage, so that browsers need not. */
    readonly speech: SpeechSettings | undefined
    /** The provider that translates captions. */
    readonly translate: TranslateSettings | undefined
  }
}

const speechProviders = ['openai', 'deepgram'] as const

/** The provider of speech recognition; `url` is the address of its API, without a trailing slash and without `/v1`. */
export interface SpeechSettings {
  readonly provider: (typeof speechProviders)[number]
  readonly url: string
  /** Optional for a server of the operator's own. */
  readonly key: string | undefined
  readonly model: string
}

/** The variables of speech recognition. `openai` is any server with OpenAI's API, such as a whisper server. */
const speechShape = {
  SPEECH_PROVIDER: z.enum(speechProviders, `must be one of ${speechProviders.join(', ')}`).optional(),
  SPEECH_URL: apiAddress.transform(value => value.replace(/\/v1$/, '')).optional(),
  SPEECH_KEY: unspaced.optional(),
  SPEECH_MODEL: z
    .string()
    .regex(/^[\w.:/@+-]{1,100}$/, 'must be the name of a model')
    .optional(),
}

type SpeechValues = z.infer<z.ZodObject<typeof speechShape>>

/** The missing variables of the named provider, or those set without a provider; one line each. */
function speechProblems(given: Given): string[] {
  const { SPEECH_PROVIDER: provider, SPEECH_URL: url, SPEECH_KEY: key, SPEECH_MODEL: model } = given
  if (!provider)
    return url || key || model
      ? ['SPEECH_PROVIDER is missing: SPEECH_URL, SPEECH_KEY and SPEECH_MODEL belong to one']
      : []
  return key || url ? [] : [`SPEECH_KEY is missing: ${provider} needs it, unless SPEECH_URL names a server of your own`]
}

function speechOf(v: SpeechValues): SpeechSettings | undefined {
  const provider = v.SPEECH_PROVIDER
  if (!provider) return undefined
  const usual = {
    openai: { url: 'https://api.openai.com', model: 'whisper-1' },
    deepgram: { url: 'https://api.deepgram.com', model: 'nova-3' },
  }[provider]
  return { provider, url: v.SPEECH_URL ?? usual.url, key: v.SPEECH_KEY, model: v.SPEECH_MODEL ?? usual.model }
}

const translateProviders = ['google', 'deepl', 'libretranslate'] as const

/** The provider of translations; `url` is the address of its API, without a trailing slash. */
export interface TranslateSettings {
  readonly provider: (typeof translateProviders)[number]
  readonly url: string
  /** Optional for LibreTranslate. */
  readonly key: string | undefined
}

/** The variables of translation. Only LibreTranslate needs an address. */
const translateShape = {
  TRANSLATE_PROVIDER: z.enum(translateProviders, `must be one of ${translateProviders.join(', ')}`).optional(),
  TRANSLATE_URL: apiAddress.optional(),
  TRANSLATE_KEY: unspaced.optional(),
}

type TranslateValues = z.infer<z.ZodObject<typeof translateShape>>

/** The missing variables of the named provider, or those set without a provider; one line each. */
function translateProblems(given: Given): string[] {
  const { TRANSLATE_PROVIDER: provider, TRANSLATE_URL: url, TRANSLATE_KEY: key } = given
  if (!provider)
    return url || key ? ['TRANSLATE_PROVIDER is missing: TRANSLATE_URL and TRANSLATE_KEY belong to one'] : []
  if (provider === 'libretranslate') return url ? [] : ['TRANSLATE_URL is missing: libretranslate needs it']
  return key ? [] : [`TRANSLATE_KEY is missing: ${provider} needs it`]
}

function translateOf(v: TranslateValues): TranslateSettings | undefined {
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

export const captionSettings = settingsPart({
  shape: { ...speechShape, ...translateShape },
  problems: given => [...speechProblems(given), ...translateProblems(given)],
  read: v => ({ speech: speechOf(v), translate: translateOf(v) }),
})
