import { callers } from '#contract/declare.ts'
import type { companiesCalls } from '#features/admin/companies/contract.ts'
import { findCompany, hasCompanyLogo, lockCompany, updateCompanyRow } from '#features/core/company/server/queries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { type ContextOf, prepares } from '#server/context.ts'
import { dropPicture, keepPicture, storeUpload } from '#server/pictures/pictures.ts'
import type { MaySee } from '#server/pictures/serve.ts'

type Call = typeof companiesCalls.updateCompanyLogo

async function replaceLogo(context: ContextOf<Call>, logo: string | null) {
  const { db, actor, input, now, fail } = context
  const { id, companyName: name, ...before } = (await lockCompany(db, actor, input.id)) ?? fail('CompanyNotFound')
  await dropPicture(db, before.logo)
  if (logo) await keepPicture(db, logo)
  await updateCompanyRow(db, id, { logo, updatedAt: now })
  const { organisationId } = before
  const detail = { name, removed: !logo }
  await tell(context, { audit: { action: 'company.logo', subject: id, detail, organisationId } })
  return { logo: logo ?? '' }
}

/** The picture is stored, re-encoded, before the transaction, which only refers to it. */
export const updateCompanyLogo = prepares<Call, string | null>(async ({ frame, actor, input, fail }) => {
  if (!input.file) return null
  if (!(await findCompany(frame.db, actor, input.id))) fail('CompanyNotFound')
  return storeUpload(frame, input.file, 'logo', actor)
}, replaceLogo)

/** Only roles that manage companies see a company's own logo; a pitch has a copy of it. */
export const maySeeCompanyLogo: MaySee = async ({ db }, viewer, key) =>
  viewer.roles.some(role => (callers.adminKinds as readonly string[]).includes(role)) && hasCompanyLogo(db, viewer, key)
