import { createHash } from 'node:crypto'
import { CallFailed } from '#contract/call.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { hasEmailTwice } from '#features/planning/invite/server/inviting.ts'
import { MOST_LISTS } from '#features/planning/list/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { MOST_PEOPLE, type sendCalls } from '../contract.ts'
import { type Changing, lockedFor, note } from './changing.ts'
import { listsOf } from './listQueries.ts'
import {
  addPeople,
  countPeople,
  lockSend,
  lockWaiting,
  type Person,
  peopleOf,
  removePeople,
  type SendRow,
  waitingSend,
} from './queries.ts'
import { chooseLists, refuseTooMany } from './recipients.ts'

interface NewPeople {
  readonly attendees_arr?: readonly Person[] | undefined
  readonly list_ids?: readonly string[] | undefined
  readonly version?: string | undefined
}

/** The version of the people and the lists of a send: another one as soon as they differ. */
export async function versionOf(db: Database | Transaction, { id }: Pick<SendRow, 'id'>): Promise<string> {
  const lists = await listsOf(db, id)
  const goals = [await peopleOf(db, id), lists.map(({ listId }) => listId)]
  return createHash('sha256').update(JSON.stringify(goals)).digest('hex').slice(0, 32)
}

/**
 * Replaces the people and the lists that a change names.
 * @throws {CallFailed} ScheduleChanged when they are not those that the sender of the change saw
 */
export async function changePeople(context: Changing & { readonly input: NewPeople }, pitch: PitchRow, send: SendRow) {
  const { db, actor, input } = context
  if (input.version !== undefined && input.version !== (await versionOf(db, send)))
    throw new CallFailed('ScheduleChanged')
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

/** Two people who add at once both add: nothing that is there is written again. */
export const addToSchedulePitch = withPitch<typeof sendCalls.addToSchedulePitch>('manages', async context => {
  const { input, db, actor, fail } = context
  if (hasEmailTwice(input.attendees_arr)) fail('EmailTwice', { attendees_arr: 'twice' })
  const pitch = await lockedFor(context, fail)
  const send = (await lockWaiting(db, pitch.id)) ?? fail('ScheduleNotFound')
  const people = await addPeople(db, send, input.attendees_arr)
  const before = (await listsOf(db, send.id)).map(({ listId }) => listId)
  const after = [...new Set([...before, ...input.list_ids])]
  if (after.length > MOST_LISTS) fail('TooManyAttendees')
  await chooseLists(context, actor, pitch, send, after)
  await refuseTooMany(context, pitch, send)
  await note(context, pitch, 'change', { people })
  return { people, lists: after.length - before.length }
})

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
