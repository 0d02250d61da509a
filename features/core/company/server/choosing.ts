import { CallFailed } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { speaksFor } from './presenterQueries.ts'
import { type CompanyRow, findCompany, lockCompany } from './queries.ts'

const looksAfterCompanies = ({ roles }: Actor) =>
  roles.some(role => (callers.adminKinds as readonly string[]).includes(role))

/** A company that the actor may choose for a pitch of an organization. */
export async function companyToChoose(
  db: Database | Transaction,
  actor: Actor,
  id: string,
  { organisationId, isChosen = false }: { organisationId?: string; isChosen?: boolean } = {},
): Promise<CompanyRow | undefined> {
  const company = await findCompany(db, actor, id)
  if (!company || (organisationId !== undefined && company.organisationId !== organisationId)) return undefined
  const may = isChosen || looksAfterCompanies(actor) || (await speaksFor(db, actor.accountId, id))
  return may ? company : undefined
}

/** The same, locked until the commit, so that it is not deleted meanwhile. Fails with CompanyNotFound. */
export async function lockCompanyToChoose(
  db: Transaction,
  actor: Actor,
  id: string,
  of: { organisationId: string; isChosen?: boolean },
): Promise<CompanyRow> {
  const isLocked = (await lockCompany(db, actor, id)) !== undefined
  const company = isLocked ? await companyToChoose(db, actor, id, of) : undefined
  if (!company) throw new CallFailed('CompanyNotFound', { company_id: 'CompanyNotFound' })
  return company
}
