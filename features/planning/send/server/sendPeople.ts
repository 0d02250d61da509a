import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { hasEmailTwice } from '#features/planning/invite/server/inviting.ts'
import { MOST_PEOPLE, type sendCalls } from '../contract.ts'
import { type Changing, lockedFor, note } from './changing.ts'
import {
  addPeople,
  countPeople,
  lockSend,
  lockWaiting,
  type Person,
  removePeople,
  type SendRow,
  waitingSend,
} from './queries.ts'
import { chooseLists, refuseTooMany } from './recipients.ts'

interface NewPeople {
  readonly attendees_arr?: readonly Person[] | undefined
  readonly list_ids?: readonly string[] | undefined
}

/** Replaces the people and the lists that a change names. */
export async function changePeople(context: Changing & { readonly input: NewPeople }, pitch: PitchRow, send: SendRow) {
  const { db, actor, input } = context
  if (input.attendees_arr) {
    await removePeople(db, send.id)
    await addPeople(db, send, input.attendees_arr)
  }
  if (input.list_ids) await chooseLists(context, actor, pitch, send, input.list_ids)
  if (input.attendees_arr || input.list_ids) await refuseTooMany(context, pitch, send)
}

/** CALL-037 */
export const updateSendLaterAttendees = withPitch<typeof sendCalls.updateSendLaterAttendees>(
  'manages',
  async context => {
    const { input, db, fail } = context
    if (hasEmailTwice(input.attendees_arr)) fail('EmailTwice', { attendees_arr: 'twice' })
    const pitch = await lockedFor(context, fail)
    const send = (await lockWaiting(db, pitch.id)) ?? fail('ScheduleNotFound')
    await changePeople(context, pitch, send)
    const attendees = await countPeople(db, send.id)
    await note(context, pitch, 'change', { people: attendees })
    return { attendees }
  },
)

/** CALL-043 */
export const checkExistingScheduleByAdmin = withPitch<typeof sendCalls.checkExistingScheduleByAdmin>(
  'manages',
  async ({ db, pitch }) => {
    const found = await waitingSend(db, pitch.id)
    if (!found) return { exists: false, schedule_id: '', send_at: null, attendees: 0 }
    const { id, sendAt } = found.send
    return { exists: true, schedule_id: id, send_at: sendAt.toISOString(), attendees: await countPeople(db, id) }
  },
)

/** CALL-044 */
export const addAttendeesToScheduleByAdmin = withPitch<typeof sendCalls.addAttendeesToScheduleByAdmin>(
  'manages',
  async context => {
    const { input, db, fail } = context
    if (hasEmailTwice(input.attendees_arr)) fail('EmailTwice', { attendees_arr: 'twice' })
    const pitch = await lockPitch(db, context.pitch.id)
    if (pitch.deletedAt) fail('PitchNotFound')
    const send = await lockSend(db, pitch.id, input.schedule_id)
    if (send?.state !== 'waiting') return fail('ScheduleNotFound')
    const added = await addPeople(db, send, input.attendees_arr)
    if ((await countPeople(db, send.id)) > MOST_PEOPLE) fail('ScheduleTooLarge')
    await note(context, pitch, 'change', { people: added })
    return { added, known: input.attendees_arr.length - added }
  },
)
