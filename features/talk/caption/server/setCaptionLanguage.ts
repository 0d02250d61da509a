import { pitchFor } from '#features/core/part/server/access.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import type { Handler } from '#server/context.ts'
import { speechOf } from './speech/hearings.ts'
import { dropReader, keepReader } from './translating/queries.ts'
import { translationIs } from './translating/translator.ts'

/** PROD-019 */
export const setCaptionLanguage: Handler<typeof captionCalls.setCaptionLanguage> = async context => {
  const { db, actor, input, fail, frame, now } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { id, presenterName, companyName } = access.pitch
  const reader = { pitchId: id, accountId: actor.accountId, window: input.window }
  if (input.reading) await keepReader(db, reader, input.language, now)
  else await dropReader(db, reader)
  const speech = await speechOf(frame, db, id)
  const names = [presenterName, companyName].filter(Boolean)
  return { language: input.language ?? null, translation: translationIs(frame), speech, names }
}
