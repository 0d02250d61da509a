import { readFile } from 'node:fs/promises'
import { CallFailed } from '#contract/call.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import type { Handler } from '#server/context.ts'
import { newPace } from '#server/pace.ts'
import { transcribeClip } from './speech/transcribeClip.ts'

/** A provider is paid by the second. */
const mayTranscribe = newPace(6, 0.1)

/** What somebody has recorded, as text. Nothing of it is kept. */
export const transcribeSpeech: Handler<typeof captionCalls.transcribeSpeech> = async context => {
  const { actor, input, now, fail, frame } = context
  if (!frame.settings.speech) return fail('SpeechOff')
  if (!mayTranscribe(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  const audio = new Uint8Array(await readFile(input.audio.path))
  const transcribed = await transcribeClip(frame, { audio, language: input.language })
  if (typeof transcribed === 'object') return transcribed
  return fail(
    (
      {
        off: 'SpeechOff',
        down: 'SpeechDown',
        kind: 'ClipTypeNotAllowed',
        long: 'ClipTooLong',
        large: 'ClipTooLarge',
      } as const
    )[transcribed],
  )
}
