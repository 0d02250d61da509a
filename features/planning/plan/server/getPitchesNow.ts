import { pitchesNow } from '#features/core/part/server/liveQueries.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'

/** Every open console asks for this every few seconds: one statement, of the few pitches that are live or about to be. */
export const getPitchesNow: Handler<typeof planCalls.getPitchesNow> = async ({ db, actor, now }) => {
  const rows = await pitchesNow(db, actor, now)
  const items = rows.map(({ uuid, presentationName, state, startsAt }) => ({
    uuid,
    presentation_name: presentationName,
    is_live: state === 'inProgress',
    starts_at: startsAt.toISOString(),
  }))
  return { items, total: items.length }
}
