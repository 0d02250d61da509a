import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { isLockedFor, wireStatus } from '#features/core/pitch/rules.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import { reopen } from './reopening.ts'

/** CALL-065. [STATE-030] */
export const RestartPitch: Handler<typeof planCalls.RestartPitch> = async context => {
  const { input, actor, db, fail } = context
  const found = await managedPitch(db, actor, input.uuid)
  if (!found) return fail('PitchNotFound')
  if (isLockedFor(found.isLocked, actor.roles)) fail('PitchLocked')
  const { uuid, organisationId, state } = (await reopen(context, found, 'restart')) ?? fail('PitchStateForbids')
  await writeAudit(context, { action: 'pitch.restart', subject: uuid, organisationId })
  return { status: wireStatus(state) }
}
