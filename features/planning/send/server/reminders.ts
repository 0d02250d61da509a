import { findAccount } from '#features/core/account/server/queries.ts'
import { countAnswers, countAttendees, countRemindable } from '#features/core/part/server/attendeeQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isBeforeStart, isLockedFor } from '#features/core/pitch/rules.ts'
import { awaitsApproval } from '#features/core/pitch/server/approvalQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Context } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import type { sendCalls } from '../contract.ts'
import { insertSend, remindersOf, type SendRow, updateSend } from './queries.ts'
import { queueSend, remind } from './sending.ts'

const MINUTE = 60_000

/** What is planned: reminders that wait, and those of before, which a later start would repeat. */
const plannedOf = (reminders: readonly SendRow[]): number[] =>
  [...new Set(reminders.flatMap(row => (row.state !== 'cancelled' && row.minutesBefore) || []))].sort((a, b) => b - a)

/** The plan of a pitch, in minutes before its start. */
const planOf = async (db: Database | Transaction, pitchId: number) => plannedOf(await remindersOf(db, pitchId))

export const getReminderPlan = withPitch<typeof sendCalls.getReminderPlan>('manages', async ({ db, pitch }) => ({
  minutes_before: await planOf(db, pitch.id),
  recipients: await countRemindable(db, pitch.id),
  invited: await countAttendees(db, pitch.id),
  answers: await countAnswers(db, pitch.id),
}))

interface Change {
  readonly db: Transaction
  readonly pitch: PitchRow
  readonly actor: Actor
  readonly fail: (code: 'PitchNotFound' | 'PitchLocked' | 'PitchStateForbids') => never
}

async function lockedToRemind({ db, pitch, actor, fail }: Change): Promise<PitchRow> {
  const row = await lockPitch(db, pitch.id)
  if (row.deletedAt) fail('PitchNotFound')
  if (isLockedFor(row.isLocked, actor.roles)) fail('PitchLocked')
  return isBeforeStart(row.state) ? row : fail('PitchStateForbids')
}

export const updateReminderPlan = withPitch<typeof sendCalls.updateReminderPlan>('manages', async context => {
  const { input, db, now, actor } = context
  const pitch = await lockedToRemind(context)
  const { language } = await findAccount(db, actor.accountId)
  const wanted = [...new Set(input.minutes_before)].sort((a, b) => b - a)
  await planReminders({ db, now }, pitch, wanted, { createdBy: actor.accountId, language })
  await tell(context, {
    audit: {
      action: 'send.remindPlan',
      subject: pitch.uuid,
      organisationId: pitch.organisationId,
      detail: { name: pitch.presentationName, minutes: wanted },
    },
  })
  return { minutes_before: wanted }
})

/** Under the lock of the pitch: one waiting reminder for each time that is ahead, none for the others. */
async function planReminders(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id: pitchId, organisationId, startsAt, startZone: zone }: PitchRow,
  wanted: readonly number[],
  { createdBy, language }: Pick<SendRow, 'createdBy' | 'language'>,
): Promise<void> {
  const before = await remindersOf(db, pitchId)
  for (const row of before) {
    if (row.state === 'cancelled' || wanted.includes(row.minutesBefore ?? 0)) continue
    await updateSend(db, row.id, { state: row.state === 'waiting' ? 'cancelled' : row.state, minutesBefore: null })
  }
  for (const minutesBefore of wanted) {
    const sendAt = new Date(startsAt.getTime() - minutesBefore * MINUTE)
    const there = before.find(row => row.state === 'waiting' && row.minutesBefore === minutesBefore)
    const isAhead = sendAt > now
    if (there && there.sendAt.getTime() !== sendAt.getTime()) {
      const late = { state: 'skipped', reason: 'late' } as const
      const moved = await updateSend(db, there.id, { sendAt, zone, ...(isAhead ? {} : late) })
      if (isAhead) await queueSend(db, moved)
    }
    const isDone = before.some(row => row.minutesBefore === minutesBefore && row.sendAt.getTime() === sendAt.getTime())
    if (there || isDone) continue
    const of = { pitchId, organisationId, createdBy, language }
    const values = { ...of, kind: 'reminder', minutesBefore, sendAt, zone } as const
    const state = isAhead ? 'waiting' : 'skipped'
    const send = await insertSend(db, { ...values, state, reason: isAhead ? '' : 'late' })
    if (isAhead) await queueSend(db, send)
  }
}

/** Has the reminders of a pitch follow its start, under the lock of the pitch. */
export async function moveReminders(context: Pick<Context, 'db' | 'now'>, pitch: PitchRow): Promise<void> {
  const reminders = await remindersOf(context.db, pitch.id)
  const [first] = reminders
  if (first) await planReminders(context, pitch, plannedOf(reminders), first)
}

export const remindPitchAttendees = withPitch<typeof sendCalls.remindPitchAttendees>('manages', async context => {
  const { input, db, fail } = context
  const pitch = await lockedToRemind(context)
  if (await awaitsApproval(db, pitch)) fail('ApprovalPending')
  const result = await remind(context, pitch, input.invite_ids)
  await tell(context, {
    audit: {
      action: 'send.remind',
      subject: pitch.uuid,
      organisationId: pitch.organisationId,
      detail: { name: pitch.presentationName, people: result.reminded },
    },
  })
  return result
})
