import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import type { Handler } from '#server/context.ts'
import { listDeveloperKeys } from './partnerQueries.ts'

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
