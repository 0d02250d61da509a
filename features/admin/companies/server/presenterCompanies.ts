import { callers } from '#contract/declare.ts'
import type { companiesCalls } from '#features/admin/companies/contract.ts'
import { lockAccount } from '#features/core/account/server/queries.ts'
import {
  clearFirstCompany,
  hasFirstCompany,
  insertPresenterCompany,
  listPresenterCompanies,
  lockPresenterCompany,
  removePresenterCompany,
  updatePresenterCompanyRow,
} from '#features/core/company/server/presenterQueries.ts'
import { lockCompany } from '#features/core/company/server/queries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Handler } from '#server/context.ts'

type Roles = readonly string[]
const hasOneOf = (roles: Roles, wanted: Roles): boolean => roles.some(role => wanted.includes(role))

export const getPresenterCompanyList: Handler<typeof companiesCalls.getPresenterCompanyList> = async context => {
  const { db, actor, input } = context
  const own = hasOneOf(actor.roles, callers.adminKinds) ? {} : { user_id: actor.accountId }
  return listPresenterCompanies(db, actor, { ...input, ...own })
}

export const createPresenterCompany: Handler<typeof companiesCalls.createPresenterCompany> = async context => {
  const { db, actor, input, fail } = context
  const company = (await lockCompany(db, actor, input.company_id)) ?? fail('CompanyNotFound')
  const { id: accountId, ...presenter } = (await lockAccount(db, actor, input.user_id)) ?? fail('UserNotFound')
  const { organisationId, companyName: name } = company
  const speaks = presenter.organisationId === organisationId && hasOneOf(presenter.roles, callers.pitchMakers)
  if (!speaks) return fail('UserNotFound')
  const isFirst = input.is_first === true || !(await hasFirstCompany(db, accountId))
  if (isFirst) await clearFirstCompany(db, accountId)
  const values = { companyId: company.id, accountId, organisationId, title: input.title ?? '', isFirst }
  const link = (await insertPresenterCompany(db, values)) ?? fail('PresenterCompanyExists')
  const detail = { name, account: accountId }
  await tell(context, { audit: { action: 'company.addPresenter', subject: company.id, detail, organisationId } })
  return { id: link.id }
}

export const updatePresenterCompany: Handler<typeof companiesCalls.updatePresenterCompany> = async context => {
  const { db, actor, input, fail } = context
  const { id, title, is_first: isFirst } = input
  const { accountId, ...link } = (await lockPresenterCompany(db, actor, id)) ?? fail('PresenterCompanyNotFound')
  // the same lock as for a new company, so that only one is the first
  await lockAccount(db, actor, accountId)
  if (isFirst) await clearFirstCompany(db, accountId, id)
  const changes = { ...(title !== undefined && { title }), ...(isFirst !== undefined && { isFirst }) }
  if (Object.keys(changes).length > 0) await updatePresenterCompanyRow(db, id, changes)
  const { companyId: subject, organisationId } = link
  const detail = { account: accountId, ...changes }
  await tell(context, { audit: { action: 'company.changePresenter', subject, detail, organisationId } })
  return {}
}

export const deletePresenterCompany: Handler<typeof companiesCalls.deletePresenterCompany> = async context => {
  const { db, actor, input, fail } = context
  const link = (await lockPresenterCompany(db, actor, input.id)) ?? fail('PresenterCompanyNotFound')
  await removePresenterCompany(db, link.id)
  const { companyId: subject, organisationId, accountId: account } = link
  await tell(context, { audit: { action: 'company.removePresenter', subject, detail: { account }, organisationId } })
  return {}
}
