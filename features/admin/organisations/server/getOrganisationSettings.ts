import type { organisationsCalls } from '#features/admin/organisations/contract.ts'
import { countPeople } from '#features/core/account/server/queries.ts'
import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { settingsOf } from './settings.ts'
import { whichOrganisation } from './whichOrganisation.ts'

export const getOrganisationSettings: Handler<typeof organisationsCalls.getOrganisationSettings> = async context => {
  const { db, actor, input, fail } = context
  const id = whichOrganisation(actor, input.org_id) ?? fail('OrganisationNotFound')
  const found = (await findOrganisation(db, id)) ?? fail('OrganisationNotFound')
  return {
    ...settingsOf(found),
    org_id: id,
    org_name: found.name,
    company_header_logo2: found.logo ?? '',
    people: await countPeople(db, id),
  }
}
