import { readFile } from 'node:fs/promises'
import { CallFailed } from '#contract/call.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import type { Handler } from '#server/context.ts'
import { newPace } from '#server/pace.ts'
import { transcribeClip } from './speech/transcribeClip.ts'
import { translate } from './translating/translator.ts'

/** Providers charge for translation by the character, and for speech by the second. */
const mayTranslate = newPace(10, 0.5)
const mayTranscribe = newPace(6, 0.1)

/** [CALL-215] */
export const googleTranslation: Handler<typeof captionCalls.googleTranslation> = async context => {
  const { actor, input, now, fail, frame } = context
  if (!frame.settings.translate) return fail('TranslationOff')
  if (!mayTranslate(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  const translated = await translate(frame, input.text, { source: undefined, target: input.target, names: [] })
  if (typeof translated === 'string') return fail(translated === 'off' ? 'TranslationOff' : 'TranslationDown')
  return { text: translated.text, target: input.target }
}

const transcriptionFailures = {
  off: 'SpeechOff',
  down: 'SpeechDown',
  kind: 'ClipTypeNotAllowed',
  long: 'ClipTooLong',
  large: 'ClipTooLarge',
} as const

/** Transcribes a recorded clip. Neither the clip nor its text is stored. */
export const transcribeSpeech: Handler<typeof captionCalls.transcribeSpeech> = async context => {
  const { actor, input, now, fail, frame } = context
  if (!frame.settings.speech) return fail('SpeechOff')
  if (!mayTranscribe(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  const audio = new Uint8Array(await readFile(input.audio.path))
  const transcribed = await transcribeClip(frame, { audio, language: input.language })
  return typeof transcribed === 'object' ? transcribed : fail(transcriptionFailures[transcribed])
}
