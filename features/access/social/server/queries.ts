import { and, asc, eq, gt, gte, isNotNull, lt } from 'drizzle-orm'
import type { Provider } from '#features/core/site/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type Identity, socialAccount, socialFlow } from './tables.ts'

type Db = Database | Transaction
export type Flow = typeof socialFlow.$inferSelect

/** The account that a provider's id of a person is connected to. */
export async function findConnection(db: Db, provider: Provider, subject: string) {
  const [row] = await db
    .select()
    .from(socialAccount)
    .where(and(eq(socialAccount.provider, provider), eq(socialAccount.subject, subject)))
  return row
}

export const listConnections = (db: Db, accountId: string) =>
  db.select().from(socialAccount).where(eq(socialAccount.accountId, accountId)).orderBy(asc(socialAccount.createdAt))

/** Connects; false when the provider's person has an account already, or the account such a provider. */
export async function insertConnection(
  db: Transaction,
  { accountId, provider, identity, now }: { accountId: string; provider: Provider; identity: Identity; now: Date },
): Promise<boolean> {
  const { subject, name, email } = identity
  const rows = await db
    .insert(socialAccount)
    .values({ accountId, provider, subject, name, email, createdAt: now, lastUsedAt: now })
    .onConflictDoNothing()
    .returning({ subject: socialAccount.subject })
  return rows.length === 1
}

/** Notes that a connection was used, and what the provider calls the person now. */
export async function noteUse(db: Db, provider: Provider, { subject, name, email }: Identity, now: Date) {
  await db
    .update(socialAccount)
    .set({ name, email, lastUsedAt: now })
    .where(and(eq(socialAccount.provider, provider), eq(socialAccount.subject, subject)))
}

/** Removes a connection; false when there was none. */
export async function deleteConnection(db: Db, accountId: string, provider: Provider): Promise<boolean> {
  const rows = await db
    .delete(socialAccount)
    .where(and(eq(socialAccount.accountId, accountId), eq(socialAccount.provider, provider)))
    .returning({ subject: socialAccount.subject })
  return rows.length === 1
}

/** Takes back what was connected to an account from a moment on. Returns which providers these were. */
export async function deleteConnectionsSince(db: Transaction, accountId: string, since: Date): Promise<Provider[]> {
  const rows = await db
    .delete(socialAccount)
    .where(and(eq(socialAccount.accountId, accountId), gte(socialAccount.createdAt, since)))
    .returning({ provider: socialAccount.provider })
  return rows.map(({ provider }) => provider)
}

export async function insertFlow(db: Db, flow: typeof socialFlow.$inferInsert): Promise<void> {
  await db.insert(socialFlow).values(flow)
}

/** The flow that a provider's answer belongs to. Of two racing answers one gets it, and none after it. */
export async function takeFlow(
  db: Db,
  { provider, cookieHash, stateHash }: { provider: Provider; cookieHash: string; stateHash: string },
  now: Date,
): Promise<Flow | undefined> {
  const [flow] = await db
    .update(socialFlow)
    .set({ stateHash: null })
    .where(
      and(
        eq(socialFlow.cookieHash, cookieHash),
        eq(socialFlow.stateHash, stateHash),
        eq(socialFlow.provider, provider),
        gt(socialFlow.expiresAt, now),
      ),
    )
    .returning()
  return flow
}

/** Stores the identity from the provider until the person has proved an address. */
export async function keepIdentity(db: Db, id: string, identity: Identity, expiresAt: Date): Promise<void> {
  await db.update(socialFlow).set({ identity, expiresAt }).where(eq(socialFlow.id, id))
}

/** The flow of a browser that waits for the proof of an address. */
export async function findWaitingFlow(db: Db, cookieHash: string, now: Date) {
  const [flow] = await db
    .select()
    .from(socialFlow)
    .where(and(eq(socialFlow.cookieHash, cookieHash), isNotNull(socialFlow.identity), gt(socialFlow.expiresAt, now)))
  return flow
}

export async function deleteFlow(db: Db, id: string): Promise<void> {
  await db.delete(socialFlow).where(eq(socialFlow.id, id))
}

export async function deleteFlowsOver(db: Db, before: Date): Promise<void> {
  await db.delete(socialFlow).where(lt(socialFlow.expiresAt, before))
}

/** Permanently removes an account's identities at providers. */
export async function purgeSocialAccounts(db: Transaction, accountId: string): Promise<void> {
  await db.delete(socialAccount).where(eq(socialAccount.accountId, accountId))
}
