import type { captionCalls } from '#features/talk/caption/contract.ts'
import { captionLanguages } from '#features/talk/caption/rules.ts'
import type { Handler } from '#server/context.ts'
import { spokenIn } from './queries.ts'
import { readablePitch } from './readable.ts'
import { translatedInto } from './translating/queries.ts'
import { translationIs } from './translating/translator.ts'

/** CALL-055 */
export const sgGetPitchCaptionL: Handler<typeof captionCalls.sgGetPitchCaptionL> = async context => {
  const pitch = await readablePitch(context, context.input.pitch_uuid)
  const [spoken, translated] = [await spokenIn(context.db, pitch.id), await translatedInto(context.db, pitch.id)]
  return { languages: [...captionLanguages], spoken, translated, translation: translationIs(context.frame) }
}
