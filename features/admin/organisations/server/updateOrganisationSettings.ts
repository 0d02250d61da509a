import type { organisationsCalls } from '#features/admin/organisations/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { lockOrganisation, updateOrganisation } from '#features/core/organisation/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { columnsOf, type SomeSettings, settingsOf } from './settings.ts'
import { whichOrganisation } from './whichOrganisation.ts'

export const updateOrganisationSettings: Handler<
  typeof organisationsCalls.updateOrganisationSettings
> = async context => {
  const { db, actor, input, fail } = context
  const { org_id, ...given } = input
  const id = whichOrganisation(actor, org_id) ?? fail('OrganisationNotFound')
  const before = settingsOf((await lockOrganisation(db, id)) ?? fail('OrganisationNotFound'))
  const names = Object.keys(before) as (keyof typeof before)[]
  const changed = names.filter(name => given[name] !== undefined && given[name] !== before[name])
  if (changed.length === 0) return {}
  const pick = (from: SomeSettings): SomeSettings => Object.fromEntries(changed.map(name => [name, from[name]]))
  await updateOrganisation(db, id, columnsOf(pick(given)))
  await writeAudit(context, {
    action: 'organisation.settings',
    subject: id,
    organisationId: id,
    detail: { from: pick(before), to: pick(given) },
  })
  return {}
}
