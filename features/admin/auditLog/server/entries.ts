import { z } from 'zod'
import type { AuditEntry, auditLogCalls } from '#features/admin/auditLog/contract.ts'
import { invitedNames } from '#features/admin/invitations/server/titleQueries.ts'
import { ticketNumbers } from '#features/admin/support/server/queries.ts'
import { namesOf, type PersonName } from '#features/core/account/server/queries.ts'
import type { EntryRow } from '#features/core/audit/server/sealQueries.ts'
import { organisationNames } from '#features/core/organisation/server/queries.ts'
import { titlesOf } from '#features/core/pitch/server/queries.ts'
import { mailTitles } from '#features/notify/mail/server/queries.ts'
import { suppressedAddresses } from '#features/notify/suppression/server/queries.ts'
import type { Handler } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { listAudit } from './queries.ts'

export const getAuditList: Handler<typeof auditLogCalls.getAuditList> = async ({ db, actor, input }) => {
  const { items, total } = await listAudit(db, actor, input)
  return { items: await readable(db, items), total }
}

export const getLog: Handler<typeof auditLogCalls.getLog> = async ({ db, actor, input }) => {
  const { items, total } = await listAudit(db, actor, input)
  return { items: await readable(db, items), total }
}

type Db = Database | Transaction

/** Entries on the wire, with the names that their ids have today. */
export async function readable(db: Db, rows: readonly EntryRow[]): Promise<AuditEntry[]> {
  const ids = known(
    rows.flatMap(row => [row.actorId, row.impersonatorId, row.subject, ...idsIn(row.detail)]).filter(isId),
  )
  const people = await namesOf(db, ids)
  const things = await thingsNamed(db, ids)
  const organisations = await organisationNames(db, known(rows.map(row => row.organisationId)))
  const nameOf = (id: string) => people.get(id)?.name || people.get(id)?.email || things.get(id) || ''
  return rows.map(row => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actor: personOf(people, row.actorId),
    impersonator: personOf(people, row.impersonatorId),
    subject: row.subject,
    subject_name: nameOf(row.subject) || nameInDetail(row.detail, nameOf),
    detail: row.detail,
    detail_names: Object.fromEntries(idsIn(row.detail).flatMap(id => (nameOf(id) ? [[id, nameOf(id)]] : []))),
    ip: row.ip,
    org_name: organisations.get(row.organisationId ?? '') ?? '',
    number: row.number,
    hash: row.hash ?? '',
  }))
}

/** The names of ids other than people's, as far as they still exist. */
async function thingsNamed(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const ask of [titlesOf, mailTitles, suppressedAddresses, invitedNames, ticketNumbers, organisationNames])
    for (const [id, name] of await ask(db, ids)) names.set(id, name)
  return names
}

/** The name of a subject without one of its own, or gone, from the entry's details; a commitment has its pitch's. */
function nameInDetail(detail: EntryRow['detail'], nameOf: (id: string) => string): string {
  for (const key of ['email', 'name', 'tag'])
    if (typeof detail[key] === 'string' && detail[key] !== '') return detail[key]
  for (const key of ['account', 'pitch'])
    if (typeof detail[key] === 'string' && nameOf(detail[key])) return nameOf(detail[key])
  return ''
}

const isId = (text: string | null): text is string => z.uuid().safeParse(text).success

/** The ids in the details of an entry, single or in a list. */
const idsIn = (detail: EntryRow['detail']): string[] =>
  Object.values(detail)
    .flat()
    .filter(value => typeof value === 'string')
    .filter(isId)

const known = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter(id => id !== null))]

function personOf(people: ReadonlyMap<string, PersonName>, id: string | null): AuditEntry['actor'] {
  return id === null ? null : { id, name: people.get(id)?.name ?? '', email: people.get(id)?.email ?? '' }
}
