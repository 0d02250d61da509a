import type { z } from 'zod'
import { managedBy, ownedBy } from '#features/core/part/server/fenceQueries.ts'
import { pitchesNow } from '#features/core/part/server/liveQueries.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import { itemOf } from './answers.ts'
import { type ListedPitch, listInvited, listPitches, type PitchFilter } from './listQueries.ts'

/** CALL-004 */
export const getPitchListForEp: Handler<typeof planCalls.getPitchListForEp> = async ({ input, actor, frame }) =>
  listOf(await listPitches(frame.pool, managedBy(actor), { ...filterOf(input), type: input.type }))

/** CALL-005 */
export const getPitchListForPresenter: Handler<typeof planCalls.getPitchListForPresenter> = async context => {
  const { input, actor, frame } = context
  return listOf(await listPitches(frame.pool, ownedBy(actor), filterOf(input)))
}

export const getInvitedPitchList: Handler<typeof planCalls.getInvitedPitchList> = async ({ input, actor, frame }) =>
  hiding(listOf(await listInvited(frame, actor, input)))

/** Every open console makes this call every few seconds, so it is one statement over the few pitches that are live or due. */
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

/** Invited people do not learn where the review stands. */
const hiding = ({ items, total }: ReturnType<typeof listOf>) => ({
  items: items.map(item => ({ ...item, attribute_status: 'none' as const })),
  total,
})

const listOf = ({ rows, total }: { rows: readonly ListedPitch[]; total: number }) => ({
  items: rows.map(itemOf),
  total,
})

/** The filter in the input of both lists. */
const filterOf = (input: z.output<typeof planCalls.getPitchListForPresenter.input>): PitchFilter => ({
  name: input.name,
  state: input.state,
  deleted: input.deleted,
  startsFrom: input.start_time_s ? new Date(input.start_time_s) : undefined,
  startsTo: input.start_time_e ? new Date(input.start_time_e) : undefined,
  sort: input.sort,
  order: input.order,
  page: input.page,
  limit: input.limit,
})
