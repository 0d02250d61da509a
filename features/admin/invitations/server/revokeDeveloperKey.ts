import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { revokeKey } from './partnerQueries.ts'

/** Guests who have joined stay on the lists of their pitches. */
export const revokeDeveloperKey: Handler<typeof invitationsCalls.revokeDeveloperKey> = async context => {
  const { db, input, actor, now, fail } = context
  const { tag, organisationId } = (await revokeKey(db, actor, input.id, now)) ?? fail('DeveloperKeyWrong')
  await writeAudit(context, { action: 'developerKey.revoke', subject: input.id, detail: { tag }, organisationId })
  return {}
}
