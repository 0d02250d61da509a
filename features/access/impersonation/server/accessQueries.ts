import { and, asc, count, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { accountAccess } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { withinTerm } from '#features/core/account/server/term.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

type Db = Database | Transaction

const user = alias(account, 'access_user')
const nameOf = (of: typeof account | typeof user) => sql<string>`trim(${of.firstname} || ' ' || ${of.lastname})`

/** Lets somebody act for an account; false when they could already. */
export async function insertAccess(db: Db, access: typeof accountAccess.$inferInsert): Promise<boolean> {
  const made = await db.insert(accountAccess).values(access).onConflictDoNothing().returning({ id: accountAccess.id })
  return made.length === 1
}

export interface Grant {
  readonly userId: string
  readonly accountId: string
}

/** Takes the right back within the actor's fence; answers the organisation of what was taken, undefined for nothing. */
export async function deleteAccess(db: Db, actor: Actor, { userId, accountId }: Grant): Promise<string | undefined> {
  const [gone] = await db
    .delete(accountAccess)
    .where(and(eq(accountAccess.userId, userId), eq(accountAccess.accountId, accountId), fence(actor)))
    .returning({ organisationId: accountAccess.organisationId })
  return gone?.organisationId
}

export interface AccessFilter {
  readonly user_id?: string | undefined
  readonly account_id?: string | undefined
  readonly account_name?: string | undefined
  readonly page: number
  readonly limit: number
}

/** One page of who may act for whom within the fence, newest first. */
export async function listAccess(db: Db, actor: Actor, filter: AccessFilter) {
  const { user_id, account_id, account_name, page, limit } = filter
  const where = and(
    fence(actor),
    isNull(account.deletedAt),
    isNull(user.deletedAt),
    user_id === undefined ? undefined : eq(accountAccess.userId, user_id),
    account_id === undefined ? undefined : eq(accountAccess.accountId, account_id),
    account_name ? matches(account_name) : undefined,
  )
  const items = await db
    .select({
      user_id: user.id,
      user_name: nameOf(user),
      user_email: user.email,
      account_id: account.id,
      account_name: nameOf(account),
      account_email: account.email,
      createdAt: accountAccess.createdAt,
    })
    .from(accountAccess)
    .innerJoin(account, eq(account.id, accountAccess.accountId))
    .innerJoin(user, eq(user.id, accountAccess.userId))
    .where(where)
    .orderBy(desc(accountAccess.createdAt), desc(accountAccess.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [all] = await db
    .select({ total: count() })
    .from(accountAccess)
    .innerJoin(account, eq(account.id, accountAccess.accountId))
    .innerJoin(user, eq(user.id, accountAccess.userId))
    .where(where)
  return { items, total: all?.total ?? 0 }
}

/** The accounts that somebody may act for: there, not disabled, within their term, and of the same organisation. */
export async function listAccessOf(db: Db, actor: Actor, { page, limit }: { page: number; limit: number }) {
  const where = and(
    eq(accountAccess.userId, actor.accountId),
    eq(account.organisationId, actor.organisationId),
    isNull(account.deletedAt),
    ne(account.state, 'disabled'),
    withinTerm(rightNow()),
  )
  const items = await db
    .select({
      account_id: account.id,
      account_name: nameOf(account),
      account_email: account.email,
      createdAt: accountAccess.createdAt,
    })
    .from(accountAccess)
    .innerJoin(account, eq(account.id, accountAccess.accountId))
    .where(where)
    .orderBy(asc(sql`lower(${account.firstname})`), asc(sql`lower(${account.lastname})`), account.id)
    .limit(limit)
    .offset((page - 1) * limit)
  const [all] = await db
    .select({ total: count() })
    .from(accountAccess)
    .innerJoin(account, eq(account.id, accountAccess.accountId))
    .where(where)
  return { items, total: all?.total ?? 0 }
}

/** A part of the account's name, address, user name or company. */
const matches = (search: string): SQL =>
  sql`${account.search} like ${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`

const fence = (actor: Actor): SQL | undefined =>
  actor.roles.includes('superadmin') ? undefined : eq(accountAccess.organisationId, actor.organisationId)
