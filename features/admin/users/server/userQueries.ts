import { and, gt, notInArray, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Role } from '#contract/call.ts'
import { COUNTED, type UserSelection } from '#features/admin/users/rules.ts'
import type { Tag } from '#features/admin/users/userCalls.ts'
import { type ListedState, RESTORABLE_DAYS, type UserMatch } from '#features/core/account/match.ts'
import { matching, seenBy } from '#features/core/account/server/matchQueries.ts'
import { type AccountRow, isThere } from '#features/core/account/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import type { Paging } from '#server/lists.ts'

const DAY = 86_400_000

export interface UserFilter extends UserMatch, Required<Paging> {
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

/** In the order of an index of tables.ts; the id breaks ties between pages. Never signed in sorts as the longest ago. */
const sortKeys = {
  name: ['lower(firstname)', 'lower(lastname)'],
  email: ['email'],
  created_on: ['account.created_at'],
  last_login: [`coalesce(last_login_at, '-infinity'::timestamptz)`],
} as const

const dialect = new PgDialect({ casing: 'snake_case' })

/** One page of the users within the fence, and their number: 10,000 when there are more. */
export async function listUsers(
  pool: pg.Pool,
  actor: Actor,
  filter: UserFilter,
): Promise<{ rows: ListedUser[]; total: number }> {
  const { sql: where, params } = dialect.sqlToQuery(matching(actor, filter, rightNow()))
  const order = [...sortKeys[filter.sort], 'account.id'].map(key => `${key} ${filter.order}`).join(', ')
  const page = pool.query<ListedUser>(
    `select ${listed} from account join organisation on organisation.id = organisation_id where ${where}
    order by ${order} limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`,
    params,
  )
  const counted = pool.query<{ total: number }>(
    `select count(*)::int as total from (select 1 from account where ${where} limit ${COUNTED}) as counted`,
    params,
  )
  const [{ rows }, { rows: all }] = await Promise.all([page, counted])
  return { rows, total: all[0]?.total ?? 0 }
}

/** A user within the fence, as in a list. */
export async function findUser(pool: pg.Pool, actor: Actor, id: string): Promise<ListedUser | undefined> {
  const { sql: where, params } = dialect.sqlToQuery(selected(actor, { user_ids: [id] }) ?? sql`true`)
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
  const condition = and(selected(actor, selection), after === undefined ? undefined : gt(account.id, after))
  const rows = await db.select({ id: account.id }).from(account).where(condition).orderBy(account.id).limit(limit)
  return rows.map(({ id }) => id)
}

/** The users of a selection with their roles, at most `limit`. */
export async function selectedRoles(
  pool: pg.Pool,
  actor: Actor,
  selection: UserSelection,
  limit: number,
): Promise<{ id: string; roles: Role[] }[]> {
  const { sql: where, params } = dialect.sqlToQuery(selected(actor, selection) ?? sql`true`)
  const found = await pool.query<{ id: string; roles: Role[] }>(
    `select id, roles from account where ${where} limit ${limit}`,
    params,
  )
  return found.rows
}

/** The users of a selection as in a list, by e-mail address, read in batches. */
export async function* selectedUsers(
  pool: pg.Pool,
  actor: Actor,
  selection: UserSelection,
): AsyncGenerator<ListedUser> {
  const limit = 2000
  for (let after: string | undefined, whole = true; whole; ) {
    const condition = and(selected(actor, selection), after === undefined ? undefined : gt(account.email, after))
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

function selected(actor: Actor, { user_ids, matching: match, except_ids }: UserSelection): SQL | undefined {
  const now = rightNow()
  if (user_ids) {
    const since = new Date(now.getTime() - RESTORABLE_DAYS * DAY)
    const stillThere = sql`(${isThere} or ${gt(account.deletedAt, since)})`
    return and(sql`${account.id} = any(${sql.param([...user_ids])}::uuid[])`, stillThere, seenBy(actor))
  }
  const rest = except_ids?.length ? notInArray(account.id, except_ids) : undefined
  return and(matching(actor, match ?? {}, now), rest)
}
