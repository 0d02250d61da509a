import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { organisationMeant } from '#features/core/organisation/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { newToken } from '#server/tokens.ts'
import { hasTag, insertDeveloperKey, listDeveloperKeys, revokeKey } from './partnerQueries.ts'

export const createDeveloperKey: Handler<typeof invitationsCalls.createDeveloperKey> = async context => {
  const { db, input, actor, now, frame, fail } = context
  const organisationId = (await organisationMeant(context, input.org_id)) ?? fail('NoPermission')
  const { tag } = input
  if (await hasTag(db, organisationId, tag)) return fail('TagTaken', { tag: 'TagTaken' })
  const { token, hash } = newToken()
  const { id } = await insertDeveloperKey(db, {
    organisationId,
    keyHash: hash,
    tag,
    createdBy: actor.accountId,
    createdAt: now,
  })
  await writeAudit(context, { action: 'developerKey.create', subject: id, detail: { tag }, organisationId })
  return { id, developerkey: token, link: `${frame.settings.publicUrl}/join-session1/${token}/${tag}` }
}

export const getDeveloperKeyList: Handler<typeof invitationsCalls.getDeveloperKeyList> = async context => {
  const { items, total } = await listDeveloperKeys(context.db, context.actor, context.input)
  return {
    items: items.map(({ key, organisationName, maker }) => ({
      id: key.id,
      tag: key.tag,
      org_name: organisationName,
      created_by: maker,
      created_on: key.createdAt.toISOString(),
      last_used: key.lastUsedAt?.toISOString() ?? null,
      revoked: key.revokedAt !== null,
    })),
    total,
  }
}

/** Guests who have joined stay on the lists of their pitches. */
export const revokeDeveloperKey: Handler<typeof invitationsCalls.revokeDeveloperKey> = async context => {
  const { db, input, actor, now, fail } = context
  const { tag, organisationId } = (await revokeKey(db, actor, input.id, now)) ?? fail('DeveloperKeyWrong')
  await writeAudit(context, { action: 'developerKey.revoke', subject: input.id, detail: { tag }, organisationId })
  return {}
}
