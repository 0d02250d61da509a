import { and, asc, desc, eq, ilike, like, or, type SQL } from 'drizzle-orm'
import { PgColumn, type PgSelect } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

/** What decides which organisation's rows a person sees. */
export type Viewer = Pick<Actor, 'organisationId' | 'roles'>

/**
 * The organisation's fence, as a condition on the column with its id: the actor's own organisation. A superadmin sees
 * all organisations, and can ask for one of them.
 */
export function within(actor: Viewer, column: PgColumn, organisationId?: string): SQL | undefined {
  if (!actor.roles.includes('superadmin')) return eq(column, actor.organisationId)
  return organisationId === undefined ? undefined : eq(column, organisationId)
}

/** Escapes a text for a LIKE pattern, so that it matches literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

type Searched = PgColumn | SQL

/** Whether one of these columns contains a text, ignoring case. Without a text there is no condition. */
export function contains(text: string | undefined, ...columns: readonly Searched[]): SQL | undefined {
  return text ? or(...columns.map(column => ilike(column, `%${escapeLike(text)}%`))) : undefined
}

/** The number of search words that are used; more are ignored. */
const WORDS = 8

/**
 * Whether a column of lower-case text contains every word of a search, in any order. It can use a trigram index, unlike
 * `contains`, which lowers each row.
 */
export function containsWords(text: string | undefined, lowerCase: Searched): SQL | undefined {
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS)
  return and(...words.map(word => like(lowerCase, `%${escapeLike(word)}%`)))
}

/** The input of a list: a page counted from 1, the rows per page, and the direction of its sort. */
export interface Paging {
  readonly page: number
  readonly limit: number
  readonly order?: 'asc' | 'desc'
}

interface Ordered {
  readonly ordered: SQL
}

/** A sort term that follows the requested direction as a column does: ``ordered(sql`lower(${house.name})`)``. */
export const ordered = (term: SQL): Ordered => ({ ordered: term })

type Sort = PgColumn | SQL | Ordered

/**
 * The sort order of a list. Columns and `ordered` terms follow the requested direction (ascending by default); terms
 * such as `desc(at)` are used unchanged. The last one has to be unique: otherwise a row may appear on two pages, or on
 * none.
 */
export type Sorts = readonly [...Sort[], tiebreak: Sort]

/** More rows than a screen shows, or than an export reads at a time. */
export const MOST = 2000

/** All rows of a list, for a file about one pitch. */
export const whole = { page: 1, limit: 1_000_000 } as const satisfies Paging

/** The rows of a page of a query that is neither sorted nor limited. */
export function rowsOf<Q extends PgSelect>(from: { $dynamic(): Q }, { page, limit, order }: Paging, sorts: Sorts): Q {
  if (limit > MOST && limit !== whole.limit) throw new RangeError(`a page of ${limit} rows`)
  const direction = order === 'desc' ? desc : asc
  const terms = sorts.map(sort => {
    if ('ordered' in sort) return direction(sort.ordered)
    return sort instanceof PgColumn ? direction(sort) : sort
  })
  return from
    .$dynamic()
    .orderBy(...terms)
    .limit(limit)
    .offset((page - 1) * limit)
}

/**
 * The page of a query that is neither sorted nor limited, and its total number of rows; with `most` it is one more than
 * that when there are more, for a list that may be too long to be counted each time.
 */
export async function pageOf<Q extends PgSelect>(
  db: Database | Transaction,
  from: { $dynamic(): Q },
  paging: Paging,
  sorts: Sorts,
  most?: number,
): Promise<{ items: Awaited<Q>; total: number }> {
  // before the sort, which would stand in it
  const counted = from.$dynamic()
  const all = (most === undefined ? counted : counted.limit(most + 1)).as('all_rows')
  const items = await rowsOf(from, paging, sorts)
  return { items, total: await db.$count(all) }
}
