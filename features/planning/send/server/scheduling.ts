import type { ErrorCode } from '#contract/errors.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isBeforeStart, isLockedFor } from '#features/core/pitch/rules.ts'
import { awaitsApproval } from '#features/core/pitch/server/approvalQueries.ts'
import { type PitchRow, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { hasEmailTwice } from '#features/planning/invite/server/inviting.ts'
import type { Context, ContextOf } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { MOST_PEOPLE, type sendCalls, sendInstant } from '../contract.ts'
import {
  addPeople,
  countPeople,
  insertSend,
  lockSend,
  lockWaiting,
  peopleOf,
  remindersOf,
  removePeople,
  type SendRow,
  updateSend,
  waitingSend,
} from './queries.ts'
import { checkMoment, planSend, queueSend, remind, type SendResult, sendNow } from './sending.ts'

type Fail<E extends ErrorCode> = (code: E) => never
interface Changing extends Context {
  readonly pitch: PitchRow
  readonly actor: Actor
}

/** The pitch of a change, locked until the transaction ends. */
async function lockedFor(
  { db, pitch, actor }: Changing,
  fail: Fail<'PitchNotFound' | 'PitchLocked'>,
): Promise<PitchRow> {
  const row = await lockPitch(db, pitch.id)
  if (row.deletedAt) fail('PitchNotFound')
  return isLockedFor(row.isLocked, actor.roles) ? fail('PitchLocked') : row
}

const answer = ({ id, state }: SendRow, result: SendResult = { invited: 0, suppressed: 0, waiting: 0 }) => ({
  ...{ id, state },
  ...result,
})

const note = (context: Changing, pitch: PitchRow, action: 'plan' | 'change' | 'cancel' | 'now', detail: object) =>
  tell(context, {
    audit: {
      action: actions[action],
      subject: pitch.uuid,
      organisationId: pitch.organisationId,
      detail: { name: pitch.presentationName, ...detail },
    },
  })
const actions = {
  plan: 'send.plan',
  change: 'send.change',
  cancel: 'send.cancel',
  now: 'send.now',
} as const

/** CALL-031 */
export const schedulePitch = withPitch<typeof sendCalls.schedulePitch>('manages', async context => {
  const { input, db, now, actor, fail } = context
  if (hasEmailTwice(input.attendees_arr)) fail('EmailTwice', { attendees_arr: 'twice' })
  const pitch = await lockedFor(context, fail)
  if (!isBeforeStart(pitch.state)) fail('PitchStateForbids')
  if (input.is_send_now) {
    const { id: pitchId, organisationId, startZone: zone } = pitch
    const { language } = await findAccount(db, actor.accountId)
    const values = { pitchId, organisationId, sendAt: now, zone, createdBy: actor.accountId, language }
    const send = await insertSend(db, { ...values, state: 'sent' })
    const result = (await sendNow(context, pitch, send, input.attendees_arr)) ?? fail('PitchStateForbids')
    await note(context, pitch, 'now', { people: input.attendees_arr.length })
    return answer(send, result)
  }
  if (await lockWaiting(db, pitch.id)) fail('ScheduleExists')
  const send = await schedule(context, pitch, input)
  return answer(send)
})

type Planned = Parameters<typeof sendInstant>[0] & { readonly attendees_arr: Parameters<typeof addPeople>[2] }

/** Plans what a form says, for a pitch that is locked and has nothing waiting. */
export async function schedule(context: Omit<Changing, 'pitch'>, pitch: PitchRow, form: Planned): Promise<SendRow> {
  const { db, now, actor } = context
  const moment = momentOf(form)
  checkMoment(moment.sendAt, pitch, now)
  const { language } = await findAccount(db, actor.accountId)
  const send = await planSend({ db, actor: { accountId: actor.accountId, language } }, pitch, moment)
  const people = await addPeople(db, send, form.attendees_arr)
  await note({ ...context, pitch }, pitch, 'plan', { at: moment.sendAt.toISOString(), people })
  return send
}

/** The moment of a form, whose schema has made sure that it is whole. */
function momentOf(form: Parameters<typeof sendInstant>[0]): { sendAt: Date; zone: string } {
  const sendAt = sendInstant(form)
  if (!sendAt || !form.scheduled_send_zone) throw new Error('a form passed its schema without a moment to send at')
  return { sendAt, zone: form.scheduled_send_zone }
}

/** CALL-041. What was cancelled or skipped waits again. */
export const updateSchedulePitch = withPitch<typeof sendCalls.updateSchedulePitch>('manages', async context => {
  const { input, db, now, fail } = context
  if (input.attendees_arr && hasEmailTwice(input.attendees_arr)) fail('EmailTwice', { attendees_arr: 'twice' })
  const pitch = await lockedFor(context, fail)
  const before = (await lockSend(db, pitch.id, input.id)) ?? fail('ScheduleNotFound')
  if (before.state === 'sent') fail('ScheduleOver')
  if (!isBeforeStart(pitch.state)) fail('PitchStateForbids')
  if (input.attendees_arr && before.kind === 'invitation') {
    await removePeople(db, before.id)
    await addPeople(db, before, input.attendees_arr)
  }
  if (before.kind === 'reminder') return changeReminder(context, pitch, before)
  const people = await peopleOf(db, before.id)
  // the people of what ended long ago are forgotten
  if (people.length === 0) fail('ScheduleOver')
  if (input.is_send_now) {
    const result = (await sendNow(context, pitch, before, people)) ?? fail('PitchStateForbids')
    await note(context, pitch, 'now', { people: people.length })
    return answer({ ...before, state: 'sent' }, result)
  }
  const moment = momentOf(input)
  checkMoment(moment.sendAt, pitch, now)
  const waiting = await lockWaiting(db, pitch.id)
  if (waiting && waiting.id !== before.id) fail('ScheduleExists')
  const after = await updateSend(db, before.id, { ...moment, state: 'waiting', reason: '' })
  await updatePitchRow(db, pitch.id, { sendLater: true })
  await queueSend(db, after)
  await note(context, pitch, 'change', { at: moment.sendAt.toISOString(), people: people.length })
  return answer(after)
})

/** A reminder is sent now, or at a moment of its own, which its pitch's start does not move. */
async function changeReminder(
  context: ContextOf<typeof sendCalls.updateSchedulePitch> & { readonly pitch: PitchRow },
  pitch: PitchRow,
  before: SendRow,
) {
  const { input, db, now, fail } = context
  if (input.is_send_now) {
    if (await awaitsApproval(db, pitch)) fail('ApprovalPending')
    const { reminded, suppressed } = await remind(context, pitch)
    const sent = await updateSend(db, before.id, {
      state: 'sent',
      reason: '',
      sentAt: now,
      people: reminded,
      suppressed,
    })
    await note(context, pitch, 'now', { people: reminded })
    return answer(sent, { invited: reminded, suppressed, waiting: 0 })
  }
  const moment = momentOf(input)
  checkMoment(moment.sendAt, pitch, now)
  const others = await remindersOf(db, pitch.id)
  const taken = others.some(
    row => row.id !== before.id && row.state === 'waiting' && row.minutesBefore === before.minutesBefore,
  )
  if (taken && before.minutesBefore !== null) fail('ScheduleExists')
  const isAsPlanned = moment.sendAt.getTime() === before.sendAt.getTime()
  const after = await updateSend(db, before.id, {
    ...{ ...moment, state: 'waiting', reason: '' },
    ...(isAsPlanned ? {} : { minutesBefore: null }),
  })
  await queueSend(db, after)
  await note(context, pitch, 'change', { at: moment.sendAt.toISOString() })
  return answer(after)
}

/** CALL-042 */
export const cancelSchedulePitch = withPitch<typeof sendCalls.cancelSchedulePitch>('manages', async context => {
  const { input, db, fail } = context
  const pitch = await lockedFor(context, fail)
  const before = (await lockSend(db, pitch.id, input.id)) ?? fail('ScheduleNotFound')
  if (before.state === 'cancelled') return {}
  if (before.state !== 'waiting') fail('ScheduleOver')
  await updateSend(db, before.id, { state: 'cancelled', people: await countPeople(db, before.id) })
  if (before.kind === 'invitation') await updatePitchRow(db, pitch.id, { sendLater: false })
  await note(context, pitch, 'cancel', {})
  return {}
})

/** CALL-037 */
export const updateSendLaterAttendees = withPitch<typeof sendCalls.updateSendLaterAttendees>(
  'manages',
  async context => {
    const { input, db, fail } = context
    if (hasEmailTwice(input.attendees_arr)) fail('EmailTwice', { attendees_arr: 'twice' })
    const pitch = await lockedFor(context, fail)
    const send = (await lockWaiting(db, pitch.id)) ?? fail('ScheduleNotFound')
    await removePeople(db, send.id)
    const attendees = await addPeople(db, send, input.attendees_arr)
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
