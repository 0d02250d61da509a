import { CallFailed } from '#contract/call.ts'
import type { companiesCalls } from '#features/admin/companies/contract.ts'
import { withdrawPending } from '#features/admin/enterprise/server/queries.ts'
import { listHistory } from '#features/core/audit/server/historyQueries.ts'
import { brokenFormats, type CompanyFields, companyFieldNames, storedFormats } from '#features/core/company/fields.ts'
import {
  type CompanyRow,
  findCompany,
  insertCompany,
  lockCompany,
  lockDeletedCompany,
  updateCompanyRow,
} from '#features/core/company/server/queries.ts'
import { findOrganisation, organisationMeant } from '#features/core/organisation/server/queries.ts'
import { RESTORABLE_DAYS } from '#features/core/pitch/rules.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Context, Handler } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { raise } from '#server/occasions.ts'
import { columnsOf, companyOf, fieldsOf, itemOf } from './answers.ts'
import { listCompanies, listCompanyPitches, listCompanySeries, restorableFrom } from './queries.ts'

const taken = { company_name: 'CompanyExists' } as const

export const getCompanyList: Handler<typeof companiesCalls.getCompanyList> = async ({ db, actor, input }) => {
  const { items, total } = await listCompanies(db, actor, input)
  return { items: items.map(({ company, org_name }) => itemOf(company, org_name)), total }
}

export const getCompany: Handler<typeof companiesCalls.getCompany> = async ({ db, actor, input, fail }) => {
  const row = (await findCompany(db, actor, input.id)) ?? fail('CompanyNotFound')
  return companyOf(row, (await findOrganisation(db, row.organisationId))?.name ?? '')
}

export const getCompanyHistory: Handler<typeof companiesCalls.getCompanyHistory> = async context => {
  const { db, actor, input, fail } = context
  const { id, ...paging } = input
  if (!(await findCompany(db, actor, id))) return fail('CompanyNotFound')
  return listHistory(db, id, paging)
}

export const getCompanyPitchList: Handler<typeof companiesCalls.getCompanyPitchList> = async context => {
  const { db, actor, input, fail } = context
  const { id, ...paging } = input
  if (!(await findCompany(db, actor, id))) return fail('CompanyNotFound')
  return listCompanyPitches(db, id, paging)
}

export const getCompanySeriesList: Handler<typeof companiesCalls.getCompanySeriesList> = async context => {
  const { db, actor, input, fail } = context
  const { id, ...paging } = input
  if (!(await findCompany(db, actor, id))) return fail('CompanyNotFound')
  return listCompanySeries(db, id, paging)
}

export const createCompany: Handler<typeof companiesCalls.createCompany> = async context => {
  const { fail } = context
  const { org_id, ...given } = context.input
  const organisationId = (await organisationMeant(context, org_id)) ?? fail('NoPermission')
  const id = (await writeNew(context, organisationId, given)) ?? fail('CompanyExists', taken)
  return { id }
}

/** Writes a new company; undefined when its organization has one of that name. */
export async function writeNew(context: Writing, organisationId: string, given: CompanyFields) {
  const { db, now } = context
  const values = { ...columnsOf(checked(given)), companyName: given.company_name }
  const row = await insertCompany(db, { ...values, organisationId, createdAt: now, updatedAt: now })
  if (!row) return undefined
  const { id, companyName: name } = row
  await tell(context, { audit: { action: 'company.create', subject: id, detail: { name }, organisationId } })
  return id
}

export const updateCompany: Handler<typeof companiesCalls.updateCompany> = async context => {
  const { db, actor, fail } = context
  const { id, ...given } = context.input
  const before = (await lockCompany(db, actor, id)) ?? fail('CompanyNotFound')
  if ((await writeChanges(context, before, given)) === 'taken') return fail('CompanyExists', taken)
  return { id }
}

/** Changes the given fields of a company that is locked. */
export async function writeChanges(context: Writing, before: CompanyRow, given: GivenFields) {
  const { fields, changed } = changesOf(before, given)
  if (changed.length === 0) return 'unchanged'
  const values = { ...columnsOf(fields), ...unverified(before, changed), updatedAt: context.now }
  const after = await updateCompanyRow(context.db, before.id, values)
  if (!after) return 'taken'
  if (after.verification !== before.verification) await withdrawPending(context.db, before.id)
  const { id, companyName: name, organisationId } = after
  const renamed = before.companyName === name ? {} : { from: before.companyName, to: name }
  const detail = { name, ...renamed, fields: changed }
  await tell(context, { audit: { action: 'company.update', subject: id, detail, organisationId } })
  return 'updated'
}

/** The fields as they would be, and those that would differ. */
export function changesOf(before: CompanyRow, given: GivenFields) {
  const old = fieldsOf(before)
  const fields = checked({ ...old, ...given } as CompanyFields)
  return { fields, changed: companyFieldNames.filter(field => fields[field] !== old[field]) }
}

/** Some of the fields of a company. */
type GivenFields = { readonly [K in keyof CompanyFields]?: CompanyFields[K] | undefined }
type Writing = Context & { readonly actor: Actor }

/** An approval is of the names that were reviewed, also of the one beside which it shows: others are verified again. */
const unverified = ({ verification }: CompanyRow, changed: readonly string[]) =>
  (verification === 'approved' || verification === 'pendingReview') &&
  changed.some(field => field === 'company_name' || field === 'legal_name' || field === 'country') && {
    verification: 'notVerified' as const,
  }

/**
 * The fields as they are stored.
 * @throws {CallFailed} when fields break a rule together
 */
export function checked<T extends GivenFields>(fields: T): T {
  const broken = brokenFormats(fields)
  if (Object.keys(broken).length > 0) throw new CallFailed('InputInvalid', broken as Record<string, string>)
  return storedFormats(fields, fields.country ?? '')
}

export const deleteCompany: Handler<typeof companiesCalls.deleteCompany> = async context => {
  const { db, actor, input, now, enqueue, fail } = context
  const row = (await lockCompany(db, actor, input.id)) ?? fail('CompanyNotFound')
  const { id, companyName: name, organisationId } = row
  await raise(context, 'companyDeletes', row)
  await updateCompanyRow(db, id, { deletedAt: now })
  const runAt = new Date(now.getTime() + RESTORABLE_DAYS * 86_400_000)
  await enqueue('purgeCompany', { companyId: id }, { key: `purgeCompany:${id}`, runAt })
  await tell(context, { audit: { action: 'company.delete', subject: id, detail: { name }, organisationId } })
  return {}
}

export const restoreCompany: Handler<typeof companiesCalls.restoreCompany> = async context => {
  const { db, actor, input, fail } = context
  const deleted = await lockDeletedCompany(db, actor, input.id)
  if (!deleted?.deletedAt || deleted.deletedAt < restorableFrom()) return fail('CompanyNotFound')
  const row = await updateCompanyRow(db, deleted.id, { deletedAt: null })
  const { id, companyName: name, organisationId } = row ?? fail('CompanyExists', taken)
  await tell(context, { audit: { action: 'company.restore', subject: id, detail: { name }, organisationId } })
  return {}
}
