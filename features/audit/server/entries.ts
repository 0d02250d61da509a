import { z } from 'zod'
import { namesOf, type PersonName } from '#features/account/server/queries.ts'
import type { AuditEntry } from '#features/audit/contract.ts'
import { organisationNames } from '#features/organisation/server/queries.ts'
import { titlesOf } from '#features/pitch/server/titleQueries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { EntryRow } from './sealQueries.ts'

/** Entries as they are read: with the names that their ids have today. */
export async function readable(db: Database | Transaction, rows: readonly EntryRow[]): Promise<AuditEntry[]> {
  const subjects = rows.map(row => row.subject).filter(subject => z.uuid().safeParse(subject).success)
  const ids = rows.flatMap(row => [row.actorId, row.impersonatorId])
  const people = await namesOf(db, known([...ids, ...subjects]))
  const pitches = await titlesOf(db, known(subjects))
  const organisations = await organisationNames(db, known(rows.map(row => row.organisationId)))
  return rows.map(row => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actor: somebody(people, row.actorId),
    impersonator: somebody(people, row.impersonatorId),
    subject: row.subject,
    subject_name: people.get(row.subject)?.name || people.get(row.subject)?.email || pitches.get(row.subject) || '',
    detail: row.detail,
    ip: row.ip,
    org_name: organisations.get(row.organisationId ?? '') ?? '',
    number: row.number,
    hash: row.hash ?? '',
  }))
}

const known = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter(id => id !== null))]

function somebody(people: ReadonlyMap<string, PersonName>, id: string | null): AuditEntry['actor'] {
  return id === null ? null : { id, name: people.get(id)?.name ?? '', email: people.get(id)?.email ?? '' }
}
