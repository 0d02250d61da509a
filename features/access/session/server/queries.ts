import { and, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { withinTerm } from '#features/core/account/server/term.ts'
import type { SessionEnd } from '#features/core/account/sessionEnds.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertRow } from '#server/db/rows.ts'
import { loginLog, session } from './tables.ts'

type Db = Database | Transaction
export type SessionRow = typeof session.$inferSelect

/** Writes a session and returns its id. */
export const insertSession = async (db: Db, opened: typeof session.$inferInsert): Promise<string> =>
  (await insertRow(db, session, opened)).id

/**
 * Turns a pending session into an open one, under new tokens, so that stolen ones are worth nothing. Only one of two
 * racing requests does it; undefined for the other, and for a session that is not pending.
 */
export async function openPendingSession(
  db: Db,
  id: string,
  now: Date,
  tokens: Pick<SessionRow, 'tokenHash' | 'tokenExpiresAt' | 'refreshHash' | 'refreshExpiresAt'>,
): Promise<SessionRow | undefined> {
  const [opened] = await db
    .update(session)
    .set({ ...tokens, isPending: false, secondStepAt: now })
    .where(and(eq(session.id, id), session.isPending, isNull(session.endedAt), gt(session.tokenExpiresAt, now)))
    .returning()
  return opened
}

/** When the second step of a session was done, and when it was opened. */
export async function findSessionTimes(db: Db, id: string) {
  const [row] = await db
    .select({ createdAt: session.createdAt, secondStepAt: session.secondStepAt })
    .from(session)
    .where(eq(session.id, id))
  return row
}

/** Notes that the holder of a session has just shown a second factor. */
export async function noteSecondStep(db: Db, id: string, now: Date): Promise<void> {
  await db.update(session).set({ secondStepAt: now }).where(eq(session.id, id))
}

/** Whose sessions: of an account, of all who joined a pitch, of one attendee, or a single one. */
export interface Whose {
  readonly sessionId?: string
  readonly accountId?: string
  readonly pitchId?: number
  readonly attendeeId?: string
  readonly kind?: SessionRow['kind']
  /** All of them but this one. */
  readonly exceptSessionId?: string
}

/** Ends open sessions and returns their ids. Without a limit it ends none. `why` is what their holder is told. */
export async function markSessionsEnded(db: Db, whose: Whose, now: Date, why?: SessionEnd): Promise<string[]> {
  const { sessionId, accountId, pitchId, attendeeId, kind, exceptSessionId } = whose
  const limits = [
    sessionId === undefined ? undefined : eq(session.id, sessionId),
    accountId === undefined ? undefined : eq(session.accountId, accountId),
    pitchId === undefined ? undefined : eq(session.pitchId, pitchId),
    attendeeId === undefined ? undefined : eq(session.attendeeId, attendeeId),
  ].filter(limit => limit !== undefined)
  if (limits.length === 0) return []
  const rows = await db
    .update(session)
    .set({ endedAt: now, endReason: why ?? null })
    .where(
      and(
        isNull(session.endedAt),
        ...limits,
        kind && eq(session.kind, kind),
        exceptSessionId === undefined ? undefined : ne(session.id, exceptSessionId),
      ),
    )
    .returning({ id: session.id })
  return rows.map(({ id }) => id)
}

/** Why the session of a token has ended; undefined when it has not, and when its holder signed out of it. */
export async function findSessionEnd(db: Db, tokenHash: string): Promise<SessionEnd | undefined> {
  const [row] = await db
    .select({ endReason: session.endReason })
    .from(session)
    .where(and(eq(session.tokenHash, tokenHash), eq(session.kind, 'session')))
  return row?.endReason ?? undefined
}

/** The open sessions among those of the given tokens. */
export async function findSessionsOf(db: Db, tokenHashes: readonly string[]): Promise<SessionRow[]> {
  if (tokenHashes.length === 0) return []
  return db
    .select()
    .from(session)
    .where(and(sql`${session.tokenHash} = any(${sql.param([...tokenHashes])}::text[])`, isNull(session.endedAt)))
}

/**
 * The sessions among these that go on: not ended, of a person who may sign in, good for a call or for a renewal. A room
 * connection outlives the access token that it came with for as long as the person need not sign in again.
 */
export async function findGoingSessions(db: Db, ids: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: session.id })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(
      and(
        sql`${session.id} = any(${sql.param([...ids])}::uuid[])`,
        isNull(session.endedAt),
        or(gt(session.tokenExpiresAt, now), gt(session.refreshExpiresAt, now)),
        isNull(account.deletedAt),
        ne(account.state, 'disabled'),
        withinTerm(now),
      ),
    )
  return new Set(rows.map(row => row.id))
}

/** Whose these sessions are, or were: accounts by the ids of sessions. */
export async function findSessionOwners(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: session.id, accountId: session.accountId })
    .from(session)
    .where(sql`${session.id} = any(${sql.param([...ids])}::uuid[])`)
  return new Map(rows.map(row => [row.id, row.accountId]))
}

/** When an account signed in. */
export async function findSessionStart(db: Db, sessionId: string): Promise<Date | undefined> {
  const [row] = await db.select({ createdAt: session.createdAt }).from(session).where(eq(session.id, sessionId))
  return row?.createdAt
}

/** Removes an account's sessions, and the typed name and the address from its login log; the attempts stay. */
export async function purgeSessions(db: Transaction, { id, email, username }: Forgotten): Promise<void> {
  await db.delete(session).where(eq(session.accountId, id))
  const typed = [email, username ?? email].map(one => one.toLowerCase())
  await db
    .update(loginLog)
    .set({ username: '', ip: '' })
    .where(or(eq(loginLog.accountId, id), inArray(sql`lower(${loginLog.username})`, typed)))
}
