import { and, gt, notInArray, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Role } from '#contract/call.ts'
import { COUNTED, type ListedMatch, type UserSelection } from '#features/admin/users/rules.ts'
import type { Tag } from '#features/admin/users/userCalls.ts'
import { type ListedState, RESTORABLE_DAYS } from '#features/core/account/match.ts'
import { matching, seenBy } from '#features/core/account/server/matchQueries.ts'
import { type AccountRow, isThere } from '#features/core/account/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { usersIn } from '#features/planning/list/server/listedUserQueries.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import type { Paging } from '#server/lists.ts'

const DAY = 86_400_000

export interface UserFilter extends ListedMatch, Required<Paging> {
  readonly sort: 'name' | 'email' | 'created_on' | 'last_login'
}

/** A user in a list. */
export interface ListedUser
  extends Pick<
    AccountRow,
    | 'id'
    | 'firstname'
    | 'lastname'
    | 'email'
    | 'companyName'
    | 'createdAt'
    | 'lastLoginAt'
    | 'startDate'
    | 'endDate'
    | 'startsAt'
    | 'endsAt'
    | 'joinedAt'
  > {
  readonly username: string | null
  readonly roles: Role[]
  readonly state: ListedState
  readonly deletedAt: Date | null
  readonly organisationId: string
  readonly organisationName: string
  readonly tags: Tag[]
}

// built once, because building the columns takes longer than the rest of a list call
const listed = `account.id, firstname, lastname, email, username, company_name as "companyName", roles,
  case when deleted_at is null then state else 'deleted' end as state, deleted_at as "deletedAt",
  account.created_at as "createdAt", last_login_at as "lastLoginAt", organisation_id as "organisationId",
  organisation.name as "organisationName", start_date::text as "startDate", end_date::text as "endDate",
  starts_at as "startsAt", ends_at as "endsAt", joined_at as "joinedAt",
  (select coalesce(json_agg(json_build_object('tag_id', user_tag.id, 'name', user_tag.name, 'colour', user_tag.colour)
    order by lower(user_tag.name)), '[]') from account_tag join user_tag on user_tag.id = account_tag.tag_id
    where account_tag.account_id = account.id) as tags`

/**
 * In the order of an index of tables.ts; the id breaks ties between pages. Never signed in sorts as the longest ago.
 */
const sortKeys = {
  name: ['lower(firstname)', 'lower(lastname)'],
  email: ['email'],
  created_on: ['account.created_at'],
  last_login: [`coalesce(last_login_at, '-infinity'::timestamptz)`],
} as const

const dialect = new PgDialect({ casing: 'snake_case' })

/** One page of the users within the fence, and their number: 10,001 when there are more than 10,000. */
export async function listUsers(
  { db, pool }: Pick<Frame, 'db' | 'pool'>,
  actor: Actor,
  filter: UserFilter,
): Promise<{ rows: ListedUser[]; total: number }> {
  const { sql: where, params } = dialect.sqlToQuery(await matched(db, actor, filter))
  const order = [...sortKeys[filter.sort], 'account.id'].map(key => `${key} ${filter.order}`).join(', ')
  const page = pool.query<ListedUser>(
    `select ${listed} from account join organisation on organisation.id = organisation_id where ${where}
    order by ${order} limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`,
    params,
  )
  const counted = pool.query<{ total: number }>(
    `select count(*)::int as total from (select 1 from account where ${where} limit ${COUNTED + 1}) as counted`,
    params,
  )
  const [{ rows }, { rows: all }] = await Promise.all([page, counted])
  return { rows, total: all[0]?.total ?? 0 }
}

/** A user within the fence, as in a list. */
export async function findUser(
  { db, pool }: Pick<Frame, 'db' | 'pool'>,
  actor: Actor,
  id: string,
): Promise<ListedUser | undefined> {
  const { sql: where, params } = dialect.sqlToQuery((await selected(db, actor, { user_ids: [id] })) ?? sql`true`)
  const { rows } = await pool.query<ListedUser>(
    `select ${listed} from account join organisation on organisation.id = organisation_id where ${where}`,
    params,
  )
  return rows[0]
}

/** The ids of the users of a selection, in order; at most `limit`. */
export async function selectedIds(
  db: Database | Transaction,
  actor: Actor,
  selection: UserSelection,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<string[]> {
  const condition = and(await selected(db, actor, selection), after === undefined ? undefined : gt(account.id, after))
  const rows = await db.select({ id: account.id }).from(account).where(condition).orderBy(account.id).limit(limit)
  return rows.map(({ id }) => id)
}

/** The users of a selection with their roles, at most `limit`. */
export async function selectedRoles(
  { db, pool }: Pick<Frame, 'db' | 'pool'>,
  actor: Actor,
  selection: UserSelection,
  limit: number,
): Promise<{ id: string; roles: Role[] }[]> {
  const { sql: where, params } = dialect.sqlToQuery((await selected(db, actor, selection)) ?? sql`true`)
  const found = await pool.query<{ id: string; roles: Role[] }>(
    `select id, roles from account where ${where} limit ${limit}`,
    params,
  )
  return found.rows
}

/** The users of a selection as in a list, by email address, read in batches. */
export async function* selectedUsers(
  { db, pool }: Pick<Frame, 'db' | 'pool'>,
  actor: Actor,
  selection: UserSelection,
): AsyncGenerator<ListedUser> {
  const limit = 2000
  const chosen = await selected(db, actor, selection)
  for (let after: string | undefined, whole = true; whole; ) {
    const condition = and(chosen, after === undefined ? undefined : gt(account.email, after))
    const { sql: where, params } = dialect.sqlToQuery(condition ?? sql`true`)
    const { rows } = await pool.query<ListedUser>(
      `select ${listed} from account join organisation on organisation.id = organisation_id where ${where}
      order by email limit ${limit}`,
      params,
    )
    yield* rows
    after = rows.at(-1)?.email
    whole = rows.length === limit
  }
}

/** The users who match all filters, and are in the contact list that is among them. */
async function matched(db: Database | Transaction, actor: Actor, match: ListedMatch): Promise<SQL> {
  const all = matching(actor, match, rightNow())
  return match.list_id ? (and(all, await usersIn(db, actor, match.list_id)) ?? all) : all
}

async function selected(
  db: Database | Transaction,
  actor: Actor,
  { user_ids, matching: match, except_ids }: UserSelection,
): Promise<SQL | undefined> {
  if (user_ids) {
    const since = new Date(rightNow().getTime() - RESTORABLE_DAYS * DAY)
    const stillThere = sql`(${isThere} or ${gt(account.deletedAt, since)})`
    return and(sql`${account.id} = any(${sql.param([...user_ids])}::uuid[])`, stillThere, seenBy(actor))
  }
  const rest = except_ids?.length ? notInArray(account.id, except_ids) : undefined
  return and(await matched(db, actor, match ?? {}), rest)
}
