import { randomUUID } from 'node:crypto'
import { writeAudit } from '#features/audit/server/writeAudit.ts'
import { mailStaff } from '#features/invite/server/inviting.ts'
import type { pitchCalls } from '#features/pitch/contract.ts'
import { isBeforeStart, peopleAreDistinct } from '#features/pitch/rules.ts'
import type { Handler } from '#server/context.ts'
import { managedPitch } from './access.ts'
import { assigneeAmong } from './assigneeQueries.ts'
import { ownerEmail, updatePitchRow } from './queries.ts'
import { lockPitch } from './state.ts'

/** CALL-029. [ENT-024] Both hear of it: the one is asked to prepare, from the other's calendar the pitch goes. */
export const updatePitchUserId: Handler<typeof pitchCalls.updatePitchUserId> = async context => {
  const { input, actor, db, enqueue, afterCommit, frame, fail } = context
  const found = await managedPitch(db, actor, input.uuid)
  if (!found) return fail('PitchNotFound')
  const before = await lockPitch(db, found.id)
  if (before.deletedAt) return fail('PitchNotFound')
  if (!isBeforeStart(before.state)) fail('PitchStateForbids')
  if (before.userId === input.user_id) return {}
  const next = (await assigneeAmong(db, before, input.user_id)) ?? fail('UserNotFound')
  if (!peopleAreDistinct(next.email, before.coHosts, before.moderators)) fail('PeopleNotDistinct')

  const email = await ownerEmail(db, before)
  const after = await updatePitchRow(db, before.id, {
    userId: next.user_id,
    presenterName: (next.name || next.email).slice(0, 160),
    calendarSequence: before.calendarSequence + 1,
  })
  await mailStaff(context, after, next.email, 'appointment', new Set([next.email]))
  const people = [{ email, part: 'owner' as const }]
  await enqueue('mailStaff', { pitchId: after.id, mail: 'handover', people, batch: randomUUID() })
  afterCommit(() => {
    for (const accountId of [before.userId, next.user_id]) frame.rooms.disconnect({ accountId, pitchId: after.id })
  })
  const { uuid: subject, organisationId } = after
  const detail = { from: before.userId, to: next.user_id }
  await writeAudit(context, { action: 'pitch.assign', subject, organisationId, detail })
  return {}
}
