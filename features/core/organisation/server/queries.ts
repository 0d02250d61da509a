import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertRow } from '#server/db/rows.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { contains } from '#server/lists.ts'
import { organisation } from './tables.ts'

type Db = Database | Transaction
export type OrganisationRow = typeof organisation.$inferSelect

export async function findOrganisation(db: Db, id: string): Promise<OrganisationRow | undefined> {
  const [row] = await db.select().from(organisation).where(eq(organisation.id, id))
  return row
}

/**
 * The organization that a call is for: the actor's own unless a super admin names another. Undefined when the actor may
 * not name it or it does not exist.
 */
export async function organisationMeant(
  { db, actor }: { readonly db: Db; readonly actor: Actor },
  named: string | undefined,
): Promise<string | undefined> {
  if (named === undefined || named === actor.organisationId) return actor.organisationId
  if (!actor.roles.includes('superadmin')) return undefined
  return (await findOrganisation(db, named))?.id
}

/** An organization, locked until the commit, so that what the audit log says it was before is true. */
export async function lockOrganisation(db: Transaction, id: string): Promise<OrganisationRow | undefined> {
  const [row] = await db.select().from(organisation).where(eq(organisation.id, id)).for('no key update')
  return row
}

/** Keeps an organization as it is until the commit, while others may do the same. */
export async function holdOrganisation(db: Transaction, id: string): Promise<void> {
  await db.select({ id: organisation.id }).from(organisation).where(eq(organisation.id, id)).for('share')
}

/** What organizations are called, by their ids. */
export async function organisationNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(inArray(organisation.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function createOrganisation(db: Db, name: string): Promise<string> {
  return (await insertRow(db, organisation, { name })).id
}

export async function updateOrganisation(
  db: Transaction,
  id: string,
  values: Partial<typeof organisation.$inferInsert>,
): Promise<void> {
  if (Object.keys(values).length > 0) await db.update(organisation).set(values).where(eq(organisation.id, id))
}

/** The organization of people who register without an invitation: the oldest. */
export async function firstOrganisation(db: Db): Promise<string> {
  const [row] = await db.select({ id: organisation.id }).from(organisation).orderBy(organisation.createdAt).limit(1)
  if (!row) throw new Error('there is no organisation')
  return row.id
}

/** Whether an address is where an organization takes questions. */
export async function isSupportEmail(db: Db, email: string): Promise<boolean> {
  const is = sql`lower(${organisation.supportEmail}) = ${email}`
  const [row] = await db.select({ id: organisation.id }).from(organisation).where(is).limit(1)
  return row !== undefined
}

/** A logo is for the people of its organization, its guests included, and for super admins. */
export async function maySeeLogo({ db }: Pick<Frame, 'db'>, viewer: Actor, key: string): Promise<boolean> {
  const own = viewer.roles.includes('superadmin') ? undefined : eq(organisation.id, viewer.organisationId)
  const is = and(eq(organisation.logo, key), own)
  const [row] = await db.select({ id: organisation.id }).from(organisation).where(is).limit(1)
  return row !== undefined
}

/** The organization whose domain a host is, or is below; the closest one when there are several. */
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

/** The organizations whose name holds a text, by name; at most 200. */
export async function listOrganisationNames(db: Database | Transaction, name: string | undefined) {
  return db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(contains(name, organisation.name))
    .orderBy(asc(sql`lower(${organisation.name})`), organisation.id)
    .limit(200)
}

/**
 * [ENT-075] The number of accounts that an organization may have, null for any number; locked, so that racing requests
 * wait.
 */
export async function lockUsersLimit(db: Transaction, id: string): Promise<number | null> {
  const [row] = await db
    .select({ limit: organisation.companyUsersLimit })
    .from(organisation)
    .where(eq(organisation.id, id))
    .for('no key update')
  return row?.limit ?? null
}
