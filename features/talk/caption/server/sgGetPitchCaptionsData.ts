import type { captionCalls } from '#features/talk/caption/contract.ts'
import type { Handler } from '#server/context.ts'
import { asSaid, lastCaptions } from './queries.ts'
import { readablePitch } from './readable.ts'
import { hashOf, translationsOf } from './translating/queries.ts'

/** CALL-054 */
export const sgGetPitchCaptionsData: Handler<typeof captionCalls.sgGetPitchCaptionsData> = async context => {
  const { db, input } = context
  const pitch = await readablePitch(context, input.pitch_uuid)
  const rows = await lastCaptions(db, pitch.id, input.before, input.limit + 1)
  const more = rows.length > input.limit
  const items = rows.slice(0, input.limit).reverse()
  const translations = input.language ? await translationsOf(db, pitch.id, input.language, items) : undefined
  const withTranslation = items.map(row => ({
    ...asSaid(row),
    seq: row.seq,
    translation: translations?.get(hashOf(row)) ?? null,
  }))
  return { items: withTranslation, more }
}
