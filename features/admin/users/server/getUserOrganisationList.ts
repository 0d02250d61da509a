import type { usersCalls } from '#features/admin/users/contract.ts'
import { listOrganisationNames } from '#features/core/organisation/server/choiceQueries.ts'
import type { Handler } from '#server/context.ts'

export const getUserOrganisationList: Handler<typeof usersCalls.getUserOrganisationList> = async ({ db, input }) => {
  const rows = await listOrganisationNames(db, input.name)
  return { items: rows.map(({ id, name }) => ({ org_id: id, name })), total: rows.length }
}
