import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { newToken } from '#server/tokens.ts'
import { organisationMeant } from './inviting.ts'
import { hasTag, insertDeveloperKey } from './partnerQueries.ts'

export const createDeveloperKey: Handler<typeof invitationsCalls.createDeveloperKey> = async context => {
  const { db, input, actor, now, frame, fail } = context
  const organisationId = (await organisationMeant(context, input.org_id)) ?? fail('NoPermission')
  const { tag } = input
  if (await hasTag(db, organisationId, tag)) return fail('TagTaken', { tag: 'taken' })
  const { token, hash } = newToken()
  const id = await insertDeveloperKey(db, {
    organisationId,
    keyHash: hash,
    tag,
    createdBy: actor.accountId,
    createdAt: now,
  })
  await writeAudit(context, { action: 'developerKey.create', subject: id, detail: { tag }, organisationId })
  return { id, developerkey: token, link: `${frame.settings.publicUrl}/join-session1/${token}/${tag}` }
}
