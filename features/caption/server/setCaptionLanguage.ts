import type { captionCalls } from '#features/caption/contract.ts'
import { pitchFor } from '#features/pitch/server/access.ts'
import type { Handler } from '#server/context.ts'
import { keepReader } from './translating/queries.ts'
import { translationIs } from './translating/translator.ts'

/** PROD-019 */
export const setCaptionLanguage: Handler<typeof captionCalls.setCaptionLanguage> = async context => {
  const { db, actor, input, fail, frame } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  await keepReader(db, access.pitch.id, actor.accountId, input.language)
  return { language: input.language ?? null, translation: translationIs(frame) }
}
