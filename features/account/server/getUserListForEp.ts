import type { Role } from '#contract/call.ts'
import type { accountCalls } from '#features/account/contract.ts'
import type { Handler } from '#server/context.ts'
import { listAccounts } from './userQueries.ts'

export const getUserListForEp: Handler<typeof accountCalls.getUserListForEp> = async ({ db, actor, input }) => {
  const { items, total } = await listAccounts(db, actor, input)
  return {
    total,
    items: items.map(({ account: person, organisationName }) => ({
      user_id: person.id,
      firstname: person.firstname,
      lastname: person.lastname,
      username: person.username ?? '',
      email: person.email,
      company_name: person.companyName,
      roles: person.roles as Role[],
      state: person.state,
      org_id: person.organisationId,
      org_name: organisationName,
      created_on: person.createdAt.toISOString(),
      last_login: person.lastLoginAt?.toISOString() ?? null,
    })),
  }
}
