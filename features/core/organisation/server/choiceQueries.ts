import { asc, ilike, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { organisation } from './tables.ts'

/** The organisations whose name holds a text, by name; at most 200. */
export async function listOrganisationNames(db: Database | Transaction, name: string | undefined) {
  const pattern = name && `%${name.replace(/[\\%_]/g, '\\$&')}%`
  return db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(pattern ? ilike(organisation.name, pattern) : undefined)
    .orderBy(asc(sql`lower(${organisation.name})`), organisation.id)
    .limit(200)
}
