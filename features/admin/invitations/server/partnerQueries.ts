import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { insertRow } from '#server/db/rows.ts'
import type { Actor } from '#server/frame.ts'
import { contains, type Paging, pageOf, within } from '#server/lists.ts'
import { developerKey, noLoginInvestor } from './tables.ts'

type Db = Database | Transaction

/** What is shown of a list: a page of it, and what to look for. */
interface Asked extends Paging {
  readonly name?: string | undefined
}

const personName = fullNameOf(account)

export const insertDeveloperKey = (db: Db, values: typeof developerKey.$inferInsert) =>
  insertRow(db, developerKey, values)

/** Whether an organization has a partner with this tag whose link works; waits for a racing call that makes one. */
export async function hasTag(db: Transaction, organisationId: string, tag: string): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`developerKey ${organisationId}`}, 0))`)
  const is = and(
    eq(developerKey.organisationId, organisationId),
    sql`lower(${developerKey.tag}) = ${tag.toLowerCase()}`,
    isNull(developerKey.revokedAt),
  )
  const [row] = await db.select({ id: developerKey.id }).from(developerKey).where(is).limit(1)
  return row !== undefined
}

/** A partner's key that has not been revoked, with the organization it belongs to. */
export async function findDeveloperKey(db: Db, keyHash: string) {
  const [row] = await db
    .select({ key: developerKey, organisationName: organisation.name })
    .from(developerKey)
    .innerJoin(organisation, eq(organisation.id, developerKey.organisationId))
    .where(and(eq(developerKey.keyHash, keyHash), isNull(developerKey.revokedAt)))
  return row
}

/**
 * Records that a partner's link was opened, to the minute, so that the visitors of a crowd do not wait for each other.
 */
export async function noteKeyUse(db: Db, id: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 60_000)
  const isOlder = or(isNull(developerKey.lastUsedAt), lt(developerKey.lastUsedAt, before))
  await db
    .update(developerKey)
    .set({ lastUsedAt: now })
    .where(and(eq(developerKey.id, id), isOlder))
}

/** Revokes a key within the fence; returns its tag, or undefined when there is none that could be revoked. */
export async function revokeKey(db: Transaction, actor: Actor, id: string, now: Date) {
  const [row] = await db
    .update(developerKey)
    .set({ revokedAt: now })
    .where(and(eq(developerKey.id, id), isNull(developerKey.revokedAt), within(actor, developerKey.organisationId)))
    .returning({ tag: developerKey.tag, organisationId: developerKey.organisationId })
  return row
}

export function listDeveloperKeys(db: Db, actor: Actor, { name, ...paging }: Asked) {
  const keys = db
    .select({ key: developerKey, organisationName: organisation.name, maker: personName })
    .from(developerKey)
    .innerJoin(organisation, eq(organisation.id, developerKey.organisationId))
    .innerJoin(account, eq(account.id, developerKey.createdBy))
    .where(and(within(actor, developerKey.organisationId), contains(name, developerKey.tag)))
  return pageOf(db, keys, paging, [desc(developerKey.createdAt), developerKey.id])
}

export const insertNoLoginInvestor = (db: Db, values: typeof noLoginInvestor.$inferInsert) =>
  insertRow(db, noLoginInvestor, values)

export function listNoLoginInvestors(db: Db, actor: Actor, { name, ...paging }: Asked) {
  const full = sql`${noLoginInvestor.firstname} || ' ' || ${noLoginInvestor.lastname}`
  const investors = db
    .select({ investor: noLoginInvestor, organisationName: organisation.name, email: account.email, owner: personName })
    .from(noLoginInvestor)
    .innerJoin(organisation, eq(organisation.id, noLoginInvestor.organisationId))
    .innerJoin(account, eq(account.id, noLoginInvestor.ownerId))
    .where(and(within(actor, noLoginInvestor.organisationId), contains(name, full, account.email)))
  return pageOf(db, investors, paging, [desc(noLoginInvestor.createdAt), noLoginInvestor.id])
}

/** The most pitches that a partner's page shows. */
const SHOWN = 50

/** The public pitches of an organization that are on or still to come, the next one first. */
export async function listOpenPitches(db: Db, organisationId: string): Promise<PitchRow[]> {
  return db
    .select()
    .from(pitch)
    .where(
      and(
        eq(pitch.organisationId, organisationId),
        eq(pitch.isPublic, true),
        inArray(pitch.state, ['scheduled', 'delivered', 'inProgress']),
        isNull(pitch.deletedAt),
      ),
    )
    .orderBy(asc(pitch.startsAt), asc(pitch.id))
    .limit(SHOWN)
}
