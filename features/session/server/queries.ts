import { and, count, desc, eq, getTableColumns, gt, ilike, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Caller } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import { account } from '#features/account/server/tables.ts'
import { organisation } from '#features/organisation/server/tables.ts'
import { pitch } from '#features/pitch/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { loginLog, session, usedRefreshToken } from './tables.ts'

type Db = Database | Transaction
export type SessionRow = typeof session.$inferSelect

// Every call asks this first, so PostgreSQL and Drizzle prepare it once.
const prepareFindSession = (db: Db) =>
  db
    .select({
      sessionId: session.id,
      kind: session.kind,
      organisationId: session.organisationId,
      pitchId: session.pitchId,
      isPending: session.isPending,
      impersonatorId: session.impersonatorId,
      expiresAt: session.tokenExpiresAt,
      accountId: account.id,
      state: account.state,
      roles: account.roles,
      email: account.email,
      firstname: account.firstname,
      lastname: account.lastname,
      language: account.language,
      timezone: account.timezone,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(and(eq(session.tokenHash, sql.placeholder('tokenHash')), isNull(session.endedAt), isNull(account.deletedAt)))
    .prepare('find_session')

const prepared = new WeakMap<Db, ReturnType<typeof prepareFindSession>>()

/** The session of a token, with its person; undefined when it has ended, or its person is disabled or deleted. */
export async function findSession(db: Db, tokenHash: string): Promise<{ actor: Actor; expiresAt: Date } | undefined> {
  const statement = prepared.get(db) ?? prepareFindSession(db)
  prepared.set(db, statement)
  const [row] = await statement.execute({ tokenHash })
  if (!row || row.state === 'disabled') return undefined
  return {
    expiresAt: row.expiresAt,
    actor: {
      accountId: row.accountId,
      organisationId: row.organisationId,
      roles: row.kind === 'join' ? ['attendee'] : (row.roles as Caller[]),
      sessionId: row.sessionId,
      pitchId: row.pitchId ?? undefined,
      isPending: row.isPending,
      impersonatorId: row.impersonatorId ?? undefined,
      email: row.email,
      name: `${row.firstname} ${row.lastname}`.trim(),
      language: row.language as Language,
      timezone: row.timezone,
    },
  }
}

/** What the holder of a session is told of themselves. */
export async function findOwnSession(db: Db, sessionId: string) {
  const [row] = await db
    .select({
      account: getTableColumns(account),
      organisationName: organisation.name,
      pitchUuid: pitch.uuid,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .innerJoin(organisation, eq(organisation.id, session.organisationId))
    .leftJoin(pitch, eq(pitch.id, session.pitchId))
    .where(eq(session.id, sessionId))
  return row
}

/** Writes a session and answers its id. */
export async function insertSession(db: Db, opened: typeof session.$inferInsert): Promise<string> {
  const [row] = await db.insert(session).values(opened).returning({ id: session.id })
  if (!row) throw new Error('a session was not written')
  return row.id
}

/** Gives a session new tokens in exchange for its refresh token. Only one of two racing requests gets them. */
export async function exchangeRefreshToken(
  db: Db,
  usedHash: string,
  now: Date,
  tokens: Pick<SessionRow, 'tokenHash' | 'tokenExpiresAt' | 'refreshHash' | 'refreshExpiresAt'>,
): Promise<SessionRow | undefined> {
  const [renewed] = await db
    .update(session)
    .set(tokens)
    .where(and(eq(session.refreshHash, usedHash), isNull(session.endedAt), gt(session.refreshExpiresAt, now)))
    .returning()
  if (renewed) await db.insert(usedRefreshToken).values({ tokenHash: usedHash, sessionId: renewed.id, usedAt: now })
  return renewed
}

/** The session that a refresh token has renewed before, and when. */
export async function findUsedRefreshToken(db: Db, tokenHash: string) {
  const [row] = await db.select().from(usedRefreshToken).where(eq(usedRefreshToken.tokenHash, tokenHash))
  return row
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

/** Ends open sessions and answers their ids. Without a limit it ends none. */
export async function markSessionsEnded(db: Db, whose: Whose, now: Date): Promise<string[]> {
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
    .set({ endedAt: now })
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

/** Deletes the sessions that were over before an instant: ended, or with no token left that works. */
export async function deleteSessionsOver(db: Db, before: Date): Promise<void> {
  const lastToken = sql`greatest(${session.tokenExpiresAt}, ${session.refreshExpiresAt})`
  await db
    .delete(session)
    .where(or(lt(session.endedAt, before), sql`${lastToken} < ${before.toISOString()}::timestamptz`))
}

/** The open sessions among those of the given tokens. */
export async function findSessionsOf(db: Db, tokenHashes: readonly string[]): Promise<SessionRow[]> {
  if (tokenHashes.length === 0) return []
  return db
    .select()
    .from(session)
    .where(and(sql`${session.tokenHash} = any(${sql.param([...tokenHashes])}::text[])`, isNull(session.endedAt)))
}

export async function insertLoginLog(db: Db, entry: typeof loginLog.$inferInsert): Promise<void> {
  await db.insert(loginLog).values(entry)
}

/** One page of the login log, newest first; only a superadmin sees beyond their own organisation. */
export async function listLoginLog(
  db: Db,
  actor: Actor,
  filter: { content?: string | undefined; page: number; limit: number },
) {
  const pattern = filter.content && `%${filter.content.replace(/[\\%_]/g, '\\$&')}%`
  const where = and(
    actor.roles.includes('superadmin') ? undefined : eq(loginLog.organisationId, actor.organisationId),
    pattern
      ? or(ilike(loginLog.username, pattern), ilike(loginLog.ip, pattern), ilike(loginLog.description, pattern))
      : undefined,
  )
  const items = await db
    .select()
    .from(loginLog)
    .where(where)
    .orderBy(desc(loginLog.at), desc(loginLog.id))
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
  const [all] = await db.select({ total: count() }).from(loginLog).where(where)
  return { items, total: all?.total ?? 0 }
}

/**
 * Which of these sessions go on: not ended, of somebody who may sign in, good for a call or for a renewal. A room
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

/** The person of an open session, for what carries the session's id instead of its token. */
export async function findActor(db: Db, sessionId: string): Promise<Actor | undefined> {
  const [row] = await db.select({ tokenHash: session.tokenHash }).from(session).where(eq(session.id, sessionId))
  const actor = row && (await findSession(db, row.tokenHash))?.actor
  return actor?.isPending ? undefined : actor
}
