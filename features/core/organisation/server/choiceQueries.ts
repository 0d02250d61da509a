import { asc, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { contains } from '#server/lists.ts'
import { organisation } from './tables.ts'

/** The organisations whose name holds a text, by name; at most 200. */
export async function listOrganisationNames(db: Database | Transaction, name: string | undefined) {
  return db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(contains(name, organisation.name))
    .orderBy(asc(sql`lower(${organisation.name})`), organisation.id)
    .limit(200)
}
