import type { organisationCalls } from '#features/core/organisation/contract.ts'
import type { Handler } from '#server/context.ts'
import { listOrganisationNames } from './queries.ts'

export const getUserOrganisationList: Handler<typeof organisationCalls.getUserOrganisationList> = async context => {
  const rows = await listOrganisationNames(context.db, context.input.name)
  return { items: rows.map(({ id, name }) => ({ org_id: id, name })), total: rows.length }
}
