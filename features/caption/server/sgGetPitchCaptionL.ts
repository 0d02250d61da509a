import type { captionCalls } from '#features/caption/contract.ts'
import { captionLanguages } from '#features/caption/rules.ts'
import type { Handler } from '#server/context.ts'
import { spokenIn } from './queries.ts'
import { readablePitch } from './readable.ts'

/** CALL-055 */
export const sgGetPitchCaptionL: Handler<typeof captionCalls.sgGetPitchCaptionL> = async context => {
  const pitch = await readablePitch(context, context.input.pitch_uuid)
  return { languages: [...captionLanguages], spoken: await spokenIn(context.db, pitch.id) }
}
