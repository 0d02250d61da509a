import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { factor, oneTimeCode, passkeyChallenge, pendingEntry, rememberedDevice, stepGuess } from './tables.ts'

type Db = Database | Transaction
type DeviceRow = typeof rememberedDevice.$inferSelect

export async function findDevice(db: Db, accountId: string, tokenHash: string): Promise<DeviceRow | undefined> {
  const [row] = await db
    .select()
    .from(rememberedDevice)
    .where(and(eq(rememberedDevice.accountId, accountId), eq(rememberedDevice.tokenHash, tokenHash)))
  return row
}

export async function insertDevice(db: Db, values: typeof rememberedDevice.$inferInsert): Promise<void> {
  await db.insert(rememberedDevice).values(values)
}

/** Browsers that still skip the second step, the newest first; `since` is the last change of the password. */
export async function listDevices(db: Db, accountId: string, now: Date, since: Date | null): Promise<DeviceRow[]> {
  return db
    .select()
    .from(rememberedDevice)
    .where(
      and(
        eq(rememberedDevice.accountId, accountId),
        gt(rememberedDevice.expiresAt, now),
        since ? gt(rememberedDevice.createdAt, since) : undefined,
      ),
    )
    .orderBy(desc(rememberedDevice.createdAt))
    .limit(100)
}

/** Forgets one remembered browser of an account, or all of them. Returns how many. */
export async function forgetDevices(db: Db, accountId: string, id?: string): Promise<number> {
  const gone = await db
    .delete(rememberedDevice)
    .where(and(eq(rememberedDevice.accountId, accountId), id === undefined ? undefined : eq(rememberedDevice.id, id)))
    .returning({ id: rememberedDevice.id })
  return gone.length
}

export async function insertPendingEntry(db: Db, values: typeof pendingEntry.$inferInsert): Promise<void> {
  await db.insert(pendingEntry).values(values)
}

export async function takePendingEntry(db: Db, sessionId: string) {
  const [row] = await db.delete(pendingEntry).where(eq(pendingEntry.sessionId, sessionId)).returning()
  if (!row) throw new Error('a pending session has no entry')
  return row
}

/** Counts a guess at an account's second step. Returns the number of guesses within the window, this one included. */
export async function countGuess(db: Db, accountId: string, now: Date, windowMs: number): Promise<number> {
  const start = sql`${new Date(now.getTime() - windowMs).toISOString()}::timestamptz`
  const at = sql`${now.toISOString()}::timestamptz`
  const [row] = await db
    .insert(stepGuess)
    .values({ accountId, guesses: 1, since: now })
    .onConflictDoUpdate({
      target: stepGuess.accountId,
      set: {
        guesses: sql`case when ${stepGuess.since} < ${start} then 1 else ${stepGuess.guesses} + 1 end`,
        since: sql`case when ${stepGuess.since} < ${start} then ${at} else ${stepGuess.since} end`,
      },
    })
    .returning({ guesses: stepGuess.guesses })
  return row?.guesses ?? 1
}

export async function forgetGuesses(db: Db, accountId: string): Promise<void> {
  await db.delete(stepGuess).where(eq(stepGuess.accountId, accountId))
}

/** Keeps the challenge that a passkey of this session has to sign next, in place of the one before. */
export async function keepChallenge(db: Db, values: typeof passkeyChallenge.$inferInsert): Promise<void> {
  const { challenge, expiresAt } = values
  await db
    .insert(passkeyChallenge)
    .values(values)
    .onConflictDoUpdate({
      target: [passkeyChallenge.sessionId, passkeyChallenge.purpose],
      set: { challenge, expiresAt },
    })
}

/** Deletes the challenge, so that it is answered once; undefined when there is none, or it has expired. */
export async function takeChallenge(
  db: Db,
  sessionId: string,
  purpose: 'step' | 'set',
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .delete(passkeyChallenge)
    .where(and(eq(passkeyChallenge.sessionId, sessionId), eq(passkeyChallenge.purpose, purpose)))
    .returning()
  return row && row.expiresAt > now ? row.challenge : undefined
}

/** Deletes what expired more than a day ago. */
export async function deleteOutdated(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000)
  await db.delete(oneTimeCode).where(lt(oneTimeCode.expiresAt, before))
  await db.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, before))
  await db.delete(rememberedDevice).where(lt(rememberedDevice.expiresAt, before))
  await db.delete(stepGuess).where(lt(stepGuess.since, before))
  await db.delete(factor).where(and(isNull(factor.confirmedAt), lt(factor.createdAt, before)))
}
