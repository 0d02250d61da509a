import { and, arrayOverlaps, count, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { CallFailed, type Role } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import { fullName } from '#contract/names.ts'
import { lockUsersLimit } from '#features/core/organisation/server/queries.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { updateRow } from '#server/db/rows.ts'
import { uniquely } from '#server/db/uniquely.ts'
import type { Actor } from '#server/frame.ts'
import { containsWords, escapeLike, type Viewer, within } from '#server/lists.ts'
import { account } from './tables.ts'
import { withinTerm } from './term.ts'

export type Db = Database | Transaction
export type AccountRow = typeof account.$inferSelect
export type NewAccount = typeof account.$inferInsert

export const isThere = isNull(account.deletedAt)

/** The account of a username or an email address, regardless of case. */
export async function findAccountByName(db: Db, name: string): Promise<AccountRow | undefined> {
  const lower = name.toLowerCase()
  const is = name.includes('@') ? eq(account.email, lower) : eq(sql`lower(${account.username})`, lower)
  const [row] = await db.select().from(account).where(and(is, isThere))
  return row
}

/** The account of a username, in any case of its letters; a deleted account keeps its name. */
export async function findAccountByUsername(db: Db, username: string): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(account)
    .where(eq(sql`lower(${account.username})`, username.toLowerCase()))
  return row
}

/** Records a sign-in, and the password's hash at today's cost when it was made at another. */
export async function noteSignIn(db: Db, id: string, at: Date, newHash?: string): Promise<void> {
  await db
    .update(account)
    .set({
      lastLoginAt: at,
      joinedAt: sql`coalesce(${account.joinedAt}, ${at.toISOString()}::timestamptz)`,
      ...(newHash ? { passwordHash: newHash } : {}),
    })
    .where(eq(account.id, id))
}

/** An account within the fence: of the actor's own organization, or any for a super admin. Locked until the commit. */
export async function lockAccount(db: Transaction, actor: Actor, id: string): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, id), isThere, fence(actor)))
    .for('no key update')
  return row
}

/** Locks these accounts, of any organization, until the commit: in one order, so that two requests do not deadlock. */
export async function lockAccounts(db: Transaction, ids: readonly string[]): Promise<AccountRow[]> {
  return db
    .select()
    .from(account)
    .where(inArray(account.id, [...ids]))
    .orderBy(account.id)
    .for('no key update')
}

/** The account of an id; throws when there is none. */
export async function findAccount(db: Db, id: string): Promise<AccountRow> {
  const [row] = await db.select().from(account).where(eq(account.id, id))
  if (!row) throw new Error('an account is gone while it makes a call')
  return row
}

export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(account).where(eq(account.email, email))
  return row
}

export async function findAccountsByEmail(db: Db, emails: readonly string[]): Promise<AccountRow[]> {
  return db
    .select()
    .from(account)
    .where(inArray(account.email, [...emails]))
}

/** The ids of people of an organization who can sign in and have one of these roles. */
export async function activeWithRoles(db: Db, organisationId: string, roles: readonly Role[]): Promise<string[]> {
  const { id, state } = account
  const rows = await db
    .select({ id })
    .from(account)
    .where(
      and(
        eq(account.organisationId, organisationId),
        eq(state, 'active'),
        isThere,
        withinTerm(rightNow()),
        arrayOverlaps(account.roles, [...roles]),
      ),
    )
  return rows.map(row => row.id)
}

/** Inserts accounts without a password for invited people; an address that is taken meanwhile is left as it is. */
export async function insertInvited(
  db: Db,
  organisationId: string,
  people: readonly Pick<NewAccount, 'email' | 'firstname' | 'lastname' | 'language' | 'languageGuessed'>[],
): Promise<void> {
  const rows = people.map(({ email, firstname, lastname, language, languageGuessed }) => ({
    ...{ email, firstname, lastname, language, languageGuessed },
  }))
  await insertMany(
    db,
    account,
    rows.map(row => ({ ...row, organisationId, roles: ['vc'], state: 'invited' as const })),
  )
}

/** Writes an account; undefined when its email address or its username is taken. */
export async function insertAccount(db: Db, values: NewAccount): Promise<AccountRow | undefined> {
  const [row] = await db.insert(account).values(values).onConflictDoNothing().returning()
  return row
}

/**
 * Opens the console to a person who was only invited to pitches; undefined when there is no such account, or when the
 * username is taken. With `home` only for people of that organization: no organization takes over another's investor.
 */
export async function promoteInvited(
  db: Transaction,
  email: string,
  values: Partial<NewAccount>,
  home: string | undefined,
): Promise<AccountRow | undefined> {
  return uniquely(db, async inner => {
    const ofHome = home === undefined ? undefined : eq(account.organisationId, home)
    const is = and(eq(account.email, email), eq(account.state, 'invited'), isThere, ofHome)
    const [row] = await inner.update(account).set(values).where(is).returning()
    return row
  })
}

/** Of a reader of emails: their name, and the IANA time zone in which they read times, if they have said so. */
export interface Reader extends Pick<AccountRow, 'firstname' | 'lastname'> {
  readonly zone: string | undefined
}

/** The readers of emails, by their accounts' ids. */
export async function readersOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Reader>> {
  const { id, state, preferredTimezone, timezone, firstname, lastname } = account
  const rows = await db
    .select({ id, state, preferredTimezone, timezone, firstname, lastname })
    .from(account)
    .where(inArray(account.id, [...ids]))
  // of a person without a profile the column has its default until they have opened a link
  const isKnown = (row: (typeof rows)[number]) => row.state !== 'invited' || row.timezone !== timezone.default
  return new Map(
    rows.map(row => {
      const zone = row.preferredTimezone ?? (isKnown(row) ? row.timezone : undefined)
      return [row.id, { zone, firstname: row.firstname, lastname: row.lastname }] as const
    }),
  )
}

/** Notes where a person without a profile reads, so that their emails say the hours of there. */
export async function noteInvitedZone(db: Db, id: string, timezone: string): Promise<void> {
  const reads = and(eq(account.id, id), eq(account.state, 'invited'), ne(account.timezone, timezone))
  await db.update(account).set({ timezone }).where(reads)
}

export async function updateAccount(db: Db, id: string, values: Partial<NewAccount>, now: Date): Promise<AccountRow> {
  return updateRow(db, account, id, { ...values, updatedAt: now })
}

/** Whether there is a super admin; with `wait`, after a transaction that is creating one at the moment. */
export async function hasSuperadmin(db: Db, { wait = false } = {}): Promise<boolean> {
  if (wait) await db.execute(sql`select pg_advisory_xact_lock(7062)`)
  const [row] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(sql`'superadmin' = any(${account.roles})`, isThere))
    .limit(1)
  return row !== undefined
}

/** The super admins who can sign in. */
export async function idsOfSuperadmins(db: Db): Promise<string[]> {
  const is = and(sql`'superadmin' = any(${account.roles})`, eq(account.state, 'active'), isThere)
  return (await db.select({ id: account.id }).from(account).where(is)).map(({ id }) => id)
}

/** How many people of an organization can sign in. */
export async function countPeople(db: Db, organisationId: string): Promise<number> {
  const is = and(eq(account.organisationId, organisationId), eq(account.state, 'active'), isThere)
  const [row] = await db.select({ people: count() }).from(account).where(is)
  return row?.people ?? 0
}

/** The usernames that begin like this one, in lower case. */
export async function usernamesLike(db: Db, start: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ username: sql<string>`lower(${account.username})` })
    .from(account)
    .where(sql`lower(${account.username}) like ${`${escapeLike(start)}%`}`)
  return new Set(rows.map(({ username }) => username))
}

/** What an actor may reach: the own organization, or everything for a super admin. */
export const fence = (viewer: Viewer): SQL | undefined => within(viewer, account.organisationId)

export interface PersonName {
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  /** [ENT-039] First and last name; empty when neither is known (ENT-040: the browser says what then). */
  readonly name: string
  readonly language: Language
}

/** What people are called, by their ids. */
export async function namesOf(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, PersonName>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .select({
      id: account.id,
      email: account.email,
      firstname: account.firstname,
      lastname: account.lastname,
      language: account.language,
    })
    .from(account)
    .where(inArray(account.id, [...accountIds]))
  return new Map(rows.map(({ id, ...person }) => [id, { ...person, name: fullName(person) }]))
}

/** Names of people for what could not be done to them. */
export async function namesFor(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: account.id, firstname: account.firstname, lastname: account.lastname, email: account.email })
    .from(account)
    .where(inArray(account.id, [...ids]))
  return new Map(rows.map(row => [row.id, fullName(row) || row.email]))
}

/** The ids of people within the fence whose name, address, username or company has every word of a search. */
export async function findAccountIds(db: Db, actor: Actor, search: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(isThere, fence(actor), containsWords(search, account.search)))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Whether an organization may have one more account that can be signed in to; racing requests for the last place wait
 * for each other. Fails with UserLimitReached. To be asked before the account is written.
 */
export async function refuseOverLimit(db: Transaction, organisationId: string): Promise<void> {
  const limit = await lockUsersLimit(db, organisationId)
  if (limit === null) return
  const [used] = await db
    .select({ people: count() })
    .from(account)
    .where(and(eq(account.organisationId, organisationId), isThere, inArray(account.state, ['awaiting', 'active'])))
  if ((used?.people ?? 0) >= limit) throw new CallFailed('UserLimitReached')
}
