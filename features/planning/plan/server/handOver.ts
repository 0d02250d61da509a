import { randomUUID } from 'node:crypto'
import { CallFailed } from '#contract/call.ts'
import type { AuditContext } from '#features/core/audit/server/writeAudit.ts'
import { peopleAreDistinct } from '#features/core/pitch/rules.ts'
import { lockOpenPitchesOf, ownerEmail, type PitchRow, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { withdrawPitchMails } from '#features/notify/mail/server/withdrawing.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { mailStaff } from '#features/planning/invite/server/inviting.ts'
import type { Context } from '#server/context.ts'
import { type Assignee, assigneeAmong } from './assigneeQueries.ts'

type HandOver = Pick<Context, 'db' | 'now' | 'enqueue' | 'afterCommit' | 'frame'> & AuditContext

/** [ENT-024] Gives a locked pitch to another presenter and notifies both: the previous one's calendar entry is removed. */
export async function handOver(context: HandOver, before: PitchRow, next: Assignee): Promise<void> {
  const { db, enqueue, afterCommit, frame } = context
  const email = await ownerEmail(db as Context['db'], before)
  const after = await updatePitchRow(db as Context['db'], before.id, {
    userId: next.user_id,
    presenterName: (next.name || next.email).slice(0, 160),
    // one for the previous presenter's cancellation, and a higher one should they come back
    calendarSequence: before.calendarSequence + 2,
  })
  await mailStaff({ enqueue }, after, next.email, 'appointment', new Set([next.email]))
  const people = [{ email, part: 'owner' as const }]
  await withdrawPitchMails(db as Context['db'], after.id, 'team', [email])
  const removal = { batch: randomUUID(), sequence: before.calendarSequence + 1 }
  await enqueue('mailStaff', { pitchId: after.id, mail: 'handover', people, ...removal })
  afterCommit(() => {
    for (const accountId of [before.userId, next.user_id]) frame.rooms.disconnect({ accountId, pitchId: after.id })
  })
  const { uuid: subject, organisationId, presentationName: title, id: pitchId } = after
  const [to, by] = [next.user_id, context.actor?.accountId]
  await tell(context, {
    audit: { action: 'pitch.assign', subject, organisationId, detail: { from: before.userId, to } },
    notice: { accountIds: [to], kind: 'pitchAssigned', params: { title, pitchId }, by },
  })
}

/**
 * Gives all pitches of an account that is about to be removed, as far as they have not begun, to another presenter. Answers
 * the pitches' uuids. Fails with PitchesNeedOwner when there are some and no new owner is given, and with
 * NewOwnerNotAllowed when the new owner may not present one of them, or has a part in it already.
 */
export async function handOverOpenPitches(context: HandOver, from: string, to: string | undefined): Promise<string[]> {
  const db = context.db as Context['db']
  const open = await lockOpenPitchesOf(db, from)
  if (open.length > 0 && to === undefined) throw new CallFailed('PitchesNeedOwner')
  for (const one of open) {
    const next = await assigneeAmong(db, one, to ?? '')
    if (!next || !peopleAreDistinct(next.email, one.coHosts, one.moderators)) throw new CallFailed('NewOwnerNotAllowed')
    await handOver(context, one, next)
  }
  return open.map(({ uuid }) => uuid)
}
