import { CallFailed } from '#contract/call.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { markReminded } from '#features/core/part/server/attendeeQueries.ts'
import { isBeforeStart, isLockedFor } from '#features/core/pitch/rules.ts'
import { awaitsApproval } from '#features/core/pitch/server/approvalQueries.ts'
import { type PitchRow, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import type { NoticeParams } from '#features/notify/notice/server/texts.ts'
import { suppressedAmong } from '#features/notify/suppression/server/suppressing.ts'
import { invite, mailAttendees } from '#features/planning/invite/server/inviting.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { MOST_PEOPLE, type SendReason } from '../contract.ts'
import { removeLists } from './listQueries.ts'
import {
  cancelledByDeletion,
  countPeople,
  insertSend,
  lockSend,
  pitchOfSend,
  removePeople,
  type SendRow,
  updateSend,
} from './queries.ts'
import { type Recipients, recipientsOf } from './recipients.ts'

export type Sending = Pick<Context, 'db' | 'now' | 'enqueue' | 'frame'>

/** [RULE-062, RULE-063] A send lies after now and before the start of its pitch. */
export function checkMoment(sendAt: Date, { startsAt }: Pick<PitchRow, 'startsAt'>, now: Date): void {
  if (sendAt <= now) throw new CallFailed('SendInThePast', { scheduled_send_time: 'sendInThePast' })
  if (sendAt >= startsAt) throw new CallFailed('SendNotBeforeStart', { scheduled_send_time: 'sendNotBeforeStart' })
}

/** One job for each send: moving it replaces the job. */
export const queueSend = (db: Transaction, { id, sendAt }: Pick<SendRow, 'id' | 'sendAt'>): Promise<void> =>
  addJob(db, 'sendScheduled', { sendId: id }, { key: keyOf(id), runAt: sendAt })
const keyOf = (id: string) => `scheduledSend:${id}`

/** Plans the invitation of people, under the lock of the pitch. The moment has been checked. */
export async function planSend(
  { db, actor }: { readonly db: Transaction; readonly actor: { accountId: string; language: SendRow['language'] } },
  pitch: PitchRow,
  { sendAt, zone }: { readonly sendAt: Date; readonly zone: string },
): Promise<SendRow> {
  const { id: pitchId, organisationId } = pitch
  const values = { pitchId, organisationId, sendAt, zone, createdBy: actor.accountId, language: actor.language }
  const send = await insertSend(db, values)
  await updatePitchRow(db, pitchId, { sendLater: true })
  await queueSend(db, send)
  return send
}

/** Has what the deletion of a pitch has canceled wait again. */
export async function planAgain(db: Transaction, pitchId: number): Promise<void> {
  const seen = new Set<number | null>()
  for (const { id, minutesBefore } of await cancelledByDeletion(db, pitchId)) {
    // of an earlier deletion something newer has taken the place
    if (seen.has(minutesBefore)) continue
    seen.add(minutesBefore)
    await queueSend(db, await updateSend(db, id, { state: 'waiting', reason: '' }))
  }
}

export interface SendResult {
  readonly invited: number
  readonly suppressed: number
  readonly waiting: number
  readonly leftOut: number
}

/** Invites the people of a send, and notes that it was sent. Undefined when the pitch is over. */
export async function sendNow(
  context: Sending,
  pitch: PitchRow,
  send: SendRow,
  { people, leftOut, missing }: Recipients,
): Promise<SendResult | undefined> {
  const { db, now } = context
  const done = await invite({ ...context, actor: { language: send.language } }, pitch, people)
  if (!done) return undefined
  const { invited, suppressed, waiting = 0 } = done
  await updateSend(db, send.id, {
    ...{ state: 'sent', reason: '', sentAt: now, people: people.length, suppressed, awaitingApproval: waiting },
    ...{ leftOut, missingLists: missing },
  })
  await removePeople(db, send.id)
  await removeLists(db, send.id)
  await updatePitchRow(db, pitch.id, { sendLater: false })
  return { invited, suppressed, waiting, leftOut }
}

/**
 * [STATE-023] Sends what is due. Its pitch is locked before it, as in every call, so the second of two callers finds it
 * sent, moved or canceled; a server that is killed has sent nothing.
 */
export async function sendDue(frame: Frame, sendId: string, now: Date): Promise<void> {
  await frame.db.transaction(async db => {
    const pitchId = await pitchOfSend(db, sendId)
    if (pitchId === undefined) return
    const pitch = await lockPitch(db, pitchId)
    const send = await lockSend(db, pitchId, sendId)
    if (send?.state !== 'waiting') return
    // woken too early: by a clock that is ahead, or by the job of a time that has been moved since
    if (send.sendAt > now) return queueSend(db, send)
    const context: Sending = { db, now, frame, enqueue: (...job) => addJob(db, ...job) }
    const why = await obstacle(context, pitch, send)
    if (why) return skip(context, pitch, send, why)
    if (send.kind === 'reminder') return remindDue(context, pitch, send)
    await inviteDue(context, pitch, send)
  })
}

/** Invites the recipients that a send has at this moment, and tells its planner which lists are gone. */
async function inviteDue(context: Sending, pitch: PitchRow, send: SendRow): Promise<void> {
  const recipients = await recipientsOf(context, pitch, send)
  const { people, missing } = recipients
  if (people.length > MOST_PEOPLE) return skip(context, pitch, send, 'tooMany')
  if (people.length === 0) return skip(context, pitch, send, missing > 0 ? 'lists' : 'nobody')
  await sendNow(context, pitch, send, recipients)
  if (missing > 0) await tellPlanner(context, pitch, send, 'sendListsGone', {})
}

async function remindDue(context: Sending, pitch: PitchRow, send: SendRow): Promise<void> {
  const { reminded, suppressed } = await remind(context, pitch)
  await updateSend(context.db, send.id, { state: 'sent', sentAt: context.now, people: reminded, suppressed })
}

/** The least time between two reminders to one person. */
const REMIND_AFTER_MS = 3_600_000

/** Emails a reminder to people who have not joined and have not said no; returns how many, and who gets none. */
export async function remind(context: Sending, pitch: PitchRow, ids?: readonly string[]) {
  const { db, now, frame } = context
  const marked = await markReminded(db, pitch.id, { now, before: new Date(now.getTime() - REMIND_AFTER_MS), ids })
  await mailAttendees(
    context,
    pitch,
    'reminder',
    marked.map(({ id }) => id),
  )
  const emails = marked.map(({ email }) => email)
  const asked = { organisationId: pitch.organisationId, topic: 'invitations' } as const
  const { size: suppressed } = await suppressedAmong(db, frame.settings, emails, asked)
  return { reminded: marked.length, suppressed }
}

/** Why a send may not go out at its hour. */
async function obstacle({ db, now }: Sending, pitch: PitchRow, send: SendRow): Promise<SendReason | undefined> {
  if (pitch.deletedAt) return 'deleted'
  if (!isBeforeStart(pitch.state)) return pitch.state === 'inProgress' ? 'started' : 'over'
  if (pitch.endsAt <= now) return 'over'
  const roles = send.createdBy ? (await findAccount(db, send.createdBy)).roles : []
  if (isLockedFor(pitch.isLocked, roles)) return 'locked'
  return send.kind === 'reminder' && (await awaitsApproval(db, pitch)) ? 'approval' : undefined
}

async function skip(context: Sending, pitch: PitchRow, send: SendRow, reason: SendReason): Promise<void> {
  const { db } = context
  await updateSend(db, send.id, { state: 'skipped', reason, people: await countPeople(db, send.id) })
  if (send.kind === 'reminder') return
  await updatePitchRow(db, pitch.id, { sendLater: false })
  if (reason === 'deleted') return
  await tellPlanner(context, pitch, send, 'sendSkipped', { reason })
}

/** A notification to the owner of a pitch and to the person who planned the send. */
async function tellPlanner<K extends 'sendSkipped' | 'sendListsGone'>(
  { db }: Sending,
  pitch: PitchRow,
  send: SendRow,
  kind: K,
  params: Omit<NoticeParams[K], 'title'>,
): Promise<void> {
  const accountIds = [...new Set([pitch.userId, send.createdBy ?? pitch.userId])]
  await createNotice(db, { accountIds, kind, params: { title: pitch.presentationName, ...params } as NoticeParams[K] })
}
