import { and, desc, eq, isNull, like, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { withinTerm } from '#features/core/account/server/term.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import type { Actor } from '#server/frame.ts'
import { escapeLike, type Paging, pageOf, within } from '#server/lists.ts'
import { accountAccess } from './tables.ts'

type Db = Database | Transaction

const user = alias(account, 'access_user')
const nameOf = (of: typeof account | typeof user) => fullNameOf(of)

/** Gives the right to act for an account; false when it was given before. */
export async function insertAccess(db: Db, access: typeof accountAccess.$inferInsert): Promise<boolean> {
  const made = await db.insert(accountAccess).values(access).onConflictDoNothing().returning({ id: accountAccess.id })
  return made.length === 1
}

export interface Grant {
  readonly userId: string
  readonly accountId: string
}

/** Revokes the right within the actor's fence; returns the organization, undefined if there was none. */
export async function deleteAccess(db: Db, actor: Actor, { userId, accountId }: Grant): Promise<string | undefined> {
  const [gone] = await db
    .delete(accountAccess)
    .where(
      and(
        eq(accountAccess.userId, userId),
        eq(accountAccess.accountId, accountId),
        within(actor, accountAccess.organisationId),
      ),
    )
    .returning({ organisationId: accountAccess.organisationId })
  return gone?.organisationId
}

export interface AccessFilter extends Paging {
  readonly user_id?: string | undefined
  readonly account_id?: string | undefined
  readonly account_name?: string | undefined
}

/** One page of who may act for whom within the fence, newest first. */
export function listAccess(db: Db, actor: Actor, filter: AccessFilter) {
  const { user_id, account_id, account_name } = filter
  const grants = db
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
    .where(
      and(
        within(actor, accountAccess.organisationId),
        isNull(account.deletedAt),
        isNull(user.deletedAt),
        user_id === undefined ? undefined : eq(accountAccess.userId, user_id),
        account_id === undefined ? undefined : eq(accountAccess.accountId, account_id),
        account_name ? like(account.search, `%${escapeLike(account_name.toLowerCase())}%`) : undefined,
      ),
    )
  return pageOf(db, grants, filter, [desc(accountAccess.createdAt), desc(accountAccess.id)])
}

/** The accounts that an account may act for: present, not disabled, within their term, and of the same organization. */
export function listAccessOf(db: Db, actor: Actor, paging: Paging) {
  const accounts = db
    .select({
      account_id: account.id,
      account_name: nameOf(account),
      account_email: account.email,
      createdAt: accountAccess.createdAt,
    })
    .from(accountAccess)
    .innerJoin(account, eq(account.id, accountAccess.accountId))
    .where(
      and(
        eq(accountAccess.userId, actor.accountId),
        eq(account.organisationId, actor.organisationId),
        isNull(account.deletedAt),
        ne(account.state, 'disabled'),
        withinTerm(rightNow()),
      ),
    )
  return pageOf(db, accounts, paging, [sql`lower(${account.firstname})`, sql`lower(${account.lastname})`, account.id])
}
