import { and, arrayContains, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertRow } from '#server/db/rows.ts'
import { investorProfile, invitation, registrationRequest } from './tables.ts'

type Db = Database | Transaction
export type RequestRow = typeof registrationRequest.$inferSelect

export const insertRequest = (db: Db, values: typeof registrationRequest.$inferInsert) =>
  insertRow(db, registrationRequest, values)

/** The request of a link, old links included; locked until the commit. */
export async function lockRequestByToken(db: Transaction, tokenHash: string): Promise<RequestRow | undefined> {
  const is = or(
    eq(registrationRequest.tokenHash, tokenHash),
    arrayContains(registrationRequest.formerHashes, [tokenHash]),
  )
  const [row] = await db.select().from(registrationRequest).where(is).for('no key update')
  return row
}

export async function lockRequest(db: Transaction, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(registrationRequest).where(eq(registrationRequest.id, id)).for('no key update')
  return row
}

/** The newest request of an address that has come to nothing yet. */
export async function findOpenRequest(db: Db, email: string): Promise<RequestRow | undefined> {
  const [row] = await db
    .select()
    .from(registrationRequest)
    .where(and(eq(registrationRequest.email, email), isNull(registrationRequest.usedAt)))
    .orderBy(desc(registrationRequest.createdAt))
    .limit(1)
  return row
}

/** Gives a request a new link; the one before it has expired. */
export async function giveRequestLink(
  db: Transaction,
  id: string,
  link: { tokenHash: string; expiresAt: Date },
): Promise<void> {
  const former = sql`case when ${registrationRequest.tokenHash} is null then ${registrationRequest.formerHashes}
    else array_append(${registrationRequest.formerHashes}, ${registrationRequest.tokenHash}) end`
  await db
    .update(registrationRequest)
    .set({ ...link, formerHashes: former })
    .where(eq(registrationRequest.id, id))
}

/** Uses a request up. Of two racing uses one is told true. */
export async function takeRequest(db: Transaction, id: string, now: Date): Promise<boolean> {
  const taken = await db
    .update(registrationRequest)
    .set({ usedAt: now })
    .where(
      and(eq(registrationRequest.id, id), isNull(registrationRequest.usedAt), gt(registrationRequest.expiresAt, now)),
    )
    .returning({ id: registrationRequest.id })
  return taken.length === 1
}

/** Forgets requests that came to nothing, and those that did: neither is needed for long. */
export async function forgetRequests(db: Db, before: Date): Promise<void> {
  await db.delete(registrationRequest).where(lt(registrationRequest.createdAt, before))
}

export async function saveInvestingExperience(
  db: Db,
  accountId: string,
  investingExperience: (typeof investorProfile.$inferInsert)['investingExperience'],
  now: Date,
): Promise<void> {
  await db
    .insert(investorProfile)
    .values({ accountId, investingExperience, updatedAt: now })
    .onConflictDoUpdate({ target: investorProfile.accountId, set: { investingExperience, updatedAt: now } })
}

/** Removes permanently how an account was registered and what it said of itself. */
export async function purgeRegistrations(db: Transaction, { id, email, organisationId }: Forgotten): Promise<void> {
  await db.delete(investorProfile).where(eq(investorProfile.accountId, id))
  await db.delete(invitation).where(and(eq(invitation.organisationId, organisationId), eq(invitation.email, email)))
  await db.delete(registrationRequest).where(eq(registrationRequest.email, email))
}
