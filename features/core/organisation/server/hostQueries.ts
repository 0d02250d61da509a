import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { organisation } from './tables.ts'

/** The organisation whose domain a host is, or is below; the closest one when there are several. */
export async function findOrganisationByHost(db: Database | Transaction, host: string) {
  const parts = host.split('.')
  const domains = parts.slice(0, -1).map((_, at) => parts.slice(at).join('.'))
  if (domains.length === 0) return undefined
  const rows = await db
    .select()
    .from(organisation)
    .where(and(isNotNull(organisation.domain), inArray(organisation.domain, domains)))
  return rows.sort((a, b) => (b.domain?.length ?? 0) - (a.domain?.length ?? 0))[0]
}
