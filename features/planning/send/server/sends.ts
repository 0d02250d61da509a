import type { z } from 'zod'
import { countRemindable } from '#features/core/part/server/attendeeQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { wireMoment } from '#features/core/pitch/schedule.ts'
import { usableLists } from '#features/planning/list/server/queries.ts'
import type { Handler } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { ScheduledSend, sendCalls } from '../contract.ts'
import { listCounts, listsOf } from './listQueries.ts'
import { listSends, peopleCounts, peopleOf, type ShownSend, waitingSend } from './queries.ts'
import { versionOf } from './sendPeople.ts'

const itemOf = (
  { send, pitch, createdBy, organisation }: ShownSend,
  { attendees, lists }: { readonly attendees: number; readonly lists: number },
): z.input<typeof ScheduledSend> => ({
  id: send.id,
  uuid: pitch.uuid,
  kind: send.kind,
  minutes_before: send.minutesBefore,
  presentation_name: pitch.presentationName,
  pitch_id: pitch.id,
  start_date_raw: pitch.startsAt.toISOString(),
  start_zone: pitch.startZone,
  ...momentFields(send),
  send_at: send.sendAt.toISOString(),
  attendees,
  lists,
  state: send.state,
  reason: send.reason,
  sent_at: send.sentAt?.toISOString() ?? null,
  suppressed: send.suppressed,
  waiting: send.awaitingApproval,
  left_out: send.leftOut,
  missing_lists: send.missingLists,
  created_by: createdBy,
  org_name: organisation,
})

const momentFields = ({ sendAt, zone }: ShownSend['send']) => {
  const { date, time, noon } = wireMoment(sendAt, zone)
  return {
    scheduled_send_date: date,
    scheduled_send_time: time,
    scheduled_send_noon: noon,
    scheduled_send_zone: zone,
  }
}

/** CALL-039 */
export const getSchedulePitchList: Handler<typeof sendCalls.getSchedulePitchList> = async ({ db, actor, input }) => {
  const { items, total } = await listSends(db, actor, input)
  const waiting = items.flatMap(({ send }) => (send.state === 'waiting' ? [send.id] : []))
  const counts = await peopleCounts(db, waiting)
  const ids = items.map(({ send }) => send.id)
  const lists = await listCounts(db, ids)
  const reminded = new Map<number, number>()
  for (const { send } of items)
    if (send.state === 'waiting' && send.kind === 'reminder' && !reminded.has(send.pitchId))
      reminded.set(send.pitchId, await countRemindable(db, send.pitchId))
  const peopleIn = ({ send }: ShownSend) =>
    send.state !== 'waiting'
      ? send.people
      : ((send.kind === 'reminder' ? reminded.get(send.pitchId) : counts.get(send.id)) ?? 0)
  return {
    items: items.map(item => itemOf(item, { attendees: peopleIn(item), lists: lists.get(item.send.id) ?? 0 })),
    total,
  }
}

/** CALL-040 */
export const getSchedulePitch = withPitch<typeof sendCalls.getSchedulePitch>('manages', async context => {
  const { db, pitch, actor, fail } = context
  const found = (await waitingSend(db, pitch.id)) ?? fail('ScheduleNotFound')
  const people = await peopleOf(db, found.send.id)
  const lists = await listsOf(db, found.send.id)
  const list_ids = lists.map(({ listId }) => listId)
  const seen = new Set((await usableLists(db, actor, pitch.organisationId, list_ids, false)).map(({ id }) => id))
  const others = lists.filter(({ listId, chosenBy }) => !seen.has(listId) && chosenBy !== actor.accountId)
  return {
    ...itemOf(found, { attendees: people.length, lists: lists.length }),
    ...{ attendees_arr: people, list_ids, others_list_ids: others.map(({ listId }) => listId), is_send_now: false },
    version: await versionOf(db, found.send),
  }
})

/** [ENT-012] When the invitations of a pitch go out, for the pitch's managers. */
export async function sendFieldsOf(db: Database | Transaction, pitchId: number) {
  const found = await waitingSend(db, pitchId)
  if (!found) return noSendFields
  return { send_later: true, ...momentFields(found.send) }
}
export const noSendFields = {
  send_later: false,
  scheduled_send_date: '',
  scheduled_send_time: '',
  scheduled_send_noon: '' as const,
  scheduled_send_zone: '',
}
