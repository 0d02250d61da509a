import { CallFailed } from '#contract/call.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isBeforeStart } from '#features/core/pitch/rules.ts'
import { awaitsApproval } from '#features/core/pitch/server/approvalQueries.ts'
import { type PitchRow, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { hasEmailTwice } from '#features/planning/invite/server/inviting.ts'
import type { ContextOf } from '#server/context.ts'
import { type sendCalls, sendInstant } from '../contract.ts'
import { type Changing, lockedFor, note } from './changing.ts'
import { countLists } from './listQueries.ts'
import {
  addPeople,
  countPeople,
  insertSend,
  lockSend,
  lockWaiting,
  remindersOf,
  type SendRow,
  updateSend,
} from './queries.ts'
import { chooseLists, recipientsNow, refuseTooMany } from './recipients.ts'
import { checkMoment, planSend, queueSend, remind, type SendResult, sendNow } from './sending.ts'
import { changePeople } from './sendPeople.ts'

const nothing: SendResult = { invited: 0, suppressed: 0, waiting: 0, leftOut: 0 }
const answer = ({ id, state }: SendRow, { leftOut, ...result }: SendResult = nothing) => ({
  ...{ id, state },
  ...result,
  left_out: leftOut,
})

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
    await addPeople(db, send, input.attendees_arr)
    await chooseLists(context, actor, pitch, send, input.list_ids)
    return answer(send, await sendIt(context, pitch, send))
  }
  if (await lockWaiting(db, pitch.id)) fail('ScheduleExists')
  const send = await schedule(context, pitch, input)
  if (input.list_ids.length > 0) {
    await chooseLists(context, actor, pitch, send, input.list_ids)
    await refuseTooMany(context, pitch, send)
  }
  return answer(send)
})

/** Sends now, and notes who did. */
async function sendIt(context: Changing, pitch: PitchRow, send: SendRow): Promise<SendResult> {
  const recipients = await recipientsNow(context, pitch, send)
  const result = await sendNow(context, pitch, send, recipients)
  if (!result) throw new CallFailed('PitchStateForbids')
  await note(context, pitch, 'now', { people: recipients.people.length })
  return result
}

type Planned = Parameters<typeof sendInstant>[0] & {
  readonly attendees_arr: Parameters<typeof addPeople>[2]
  readonly list_ids?: readonly string[]
}

/** Plans what a form says, for a pitch that is locked and has nothing waiting. */
export async function schedule(context: Omit<Changing, 'pitch'>, pitch: PitchRow, form: Planned): Promise<SendRow> {
  const { db, now, actor } = context
  const moment = momentOf(form)
  checkMoment(moment.sendAt, pitch, now)
  const { language } = await findAccount(db, actor.accountId)
  const send = await planSend({ db, actor: { accountId: actor.accountId, language } }, pitch, moment)
  const people = await addPeople(db, send, form.attendees_arr)
  const at = moment.sendAt.toISOString()
  const lists = form.list_ids?.length
  await note({ ...context, pitch }, pitch, 'plan', { at, people, ...(lists ? { lists } : {}) })
  return send
}

/** The moment of a form, whose schema has made sure that it is whole. */
function momentOf(form: Parameters<typeof sendInstant>[0]): { sendAt: Date; zone: string } {
  const sendAt = sendInstant(form)
  if (!sendAt || !form.scheduled_send_zone) throw new Error('a form passed its schema without a moment to send at')
  return { sendAt, zone: form.scheduled_send_zone }
}

/** CALL-041. What was canceled or skipped waits again. */
export const updateSchedulePitch = withPitch<typeof sendCalls.updateSchedulePitch>('manages', async context => {
  const { input, db, now, fail } = context
  if (input.attendees_arr && hasEmailTwice(input.attendees_arr)) fail('EmailTwice', { attendees_arr: 'twice' })
  const pitch = await lockedFor(context, fail)
  const before = (await lockSend(db, pitch.id, input.id)) ?? fail('ScheduleNotFound')
  if (before.state === 'sent') fail('ScheduleOver')
  if (!isBeforeStart(pitch.state)) fail('PitchStateForbids')
  if (before.kind === 'reminder') return changeReminder(context, pitch, before)
  await changePeople(context, pitch, before)
  const people = await countPeople(db, before.id)
  // the people of what ended long ago are forgotten
  if (people === 0 && (await countLists(db, before.id)) === 0) fail('ScheduleOver')
  if (input.is_send_now) return answer({ ...before, state: 'sent' }, await sendIt(context, pitch, before))
  const moment = momentOf(input)
  checkMoment(moment.sendAt, pitch, now)
  const waiting = await lockWaiting(db, pitch.id)
  if (waiting && waiting.id !== before.id) fail('ScheduleExists')
  const after = await updateSend(db, before.id, { ...moment, state: 'waiting', reason: '' })
  await updatePitchRow(db, pitch.id, { sendLater: true })
  await queueSend(db, after)
  await note(context, pitch, 'change', { at: moment.sendAt.toISOString(), people })
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
    return answer(sent, { invited: reminded, suppressed, waiting: 0, leftOut: 0 })
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
