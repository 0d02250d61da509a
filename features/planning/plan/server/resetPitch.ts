import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { wireStatus } from '#features/core/pitch/rules.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import { reopen } from './reopening.ts'

/** CALL-030. [STATE-032] Not for presenters: they would remove what was said of them. */
export const resetPitch: Handler<typeof planCalls.resetPitch> = async context => {
  const { input, actor, db, fail } = context
  const found = await managedPitch(db, actor, input.uuid)
  if (!found) return fail('PitchNotFound')
  const { uuid, organisationId, state } = (await reopen(context, found, 'reset')) ?? fail('PitchStateForbids')
  await writeAudit(context, { action: 'pitch.reset', subject: uuid, organisationId })
  return { status: wireStatus(state) }
}
