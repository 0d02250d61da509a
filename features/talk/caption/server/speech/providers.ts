import type { SpeechSettings } from '#features/talk/caption/server/settings.ts'
import { deepgram } from './deepgram.ts'
import { openai } from './openai.ts'
import type { SpeechProvider } from './provider.ts'

/** The provider that the settings name. */
export const speechProviderOf = (settings: SpeechSettings): SpeechProvider =>
  ({ openai, deepgram })[settings.provider](settings)
