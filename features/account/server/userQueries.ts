import { and, asc, count, desc, eq, like, type SQL, sql } from 'drizzle-orm'
import { organisation } from '#features/organisation/server/tables.ts'
import type { Actor } from '#server/frame.ts'
import { type AccountRow, type Db, fence, isThere } from './queries.ts'
import { account } from './tables.ts'

export interface UserFilter {
  readonly name?: string | undefined
  readonly role?: string | undefined
  readonly state?: AccountRow['state'] | undefined
  readonly sort: 'name' | 'email' | 'created_on' | 'last_login'
  readonly order: 'asc' | 'desc'
  readonly page: number
  readonly limit: number
}

/** One page of people within the fence, each with the name of their organisation. */
export async function listAccounts(db: Db, actor: Actor, filter: UserFilter) {
  const where = and(
    isThere,
    fence(actor),
    filter.state && eq(account.state, filter.state),
    filter.role === undefined ? undefined : sql`${filter.role} = any(${account.roles})`,
    filter.name ? matches(filter.name) : undefined,
  )
  const items = await db
    .select({ account, organisationName: organisation.name })
    .from(account)
    .innerJoin(organisation, eq(organisation.id, account.organisationId))
    .where(where)
    .orderBy(...sorted(filter))
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
  const [all] = await db.select({ total: count() }).from(account).where(where)
  return { items, total: all?.total ?? 0 }
}

/** Every word of the search has to be somewhere in the name, the address, the user name or the company. */
function matches(search: string): SQL | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  return and(...words.map(word => like(account.search, `%${word.replace(/[\\%_]/g, '\\$&')}%`)))
}

/** In the order of an index of tables.ts; the id makes pages whole. */
function sorted({ sort, order }: UserFilter): SQL[] {
  const direction = order === 'asc' ? asc : desc
  const columns = {
    name: [sql`lower(${account.firstname})`, sql`lower(${account.lastname})`],
    email: [account.email],
    created_on: [account.createdAt],
    // Who has never signed in comes first when the oldest do, and last when the newest do.
    last_login: [sql`coalesce(${account.lastLoginAt}, '-infinity'::timestamptz)`],
  }
  return [...columns[sort], account.id].map(column => direction(column))
}
