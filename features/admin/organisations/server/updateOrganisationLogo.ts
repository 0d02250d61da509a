import type { organisationsCalls } from '#features/admin/organisations/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { lockOrganisation, updateOrganisation } from '#features/core/organisation/server/queries.ts'
import { type ContextOf, prepares } from '#server/context.ts'
import { dropPicture, keepPicture, storeUpload } from '#server/pictures/pictures.ts'
import { whichOrganisation } from './settings.ts'

type Call = typeof organisationsCalls.updateOrganisationLogo

async function change(context: ContextOf<Call>, logo: string | null) {
  const { db, actor, input, fail } = context
  const id = whichOrganisation(actor, input.org_id) ?? fail('OrganisationNotFound')
  const before = (await lockOrganisation(db, id)) ?? fail('OrganisationNotFound')
  await dropPicture(db, before.logo)
  if (logo) await keepPicture(db, logo)
  await updateOrganisation(db, id, { logo })
  await writeAudit(context, {
    action: 'organisation.logo',
    subject: id,
    organisationId: id,
    detail: { removed: !logo },
  })
  return { company_header_logo2: logo ?? '' }
}

/** [ENT-049] The picture is re-encoded before the transaction, which only refers to it. */
export const updateOrganisationLogo = prepares<Call, string | null>(
  async ({ frame, actor, input }) => (input.file ? storeUpload(frame, input.file, 'logo', actor) : null),
  change,
)
