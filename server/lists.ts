import { and, asc, desc, eq, ilike, like, or, type SQL } from 'drizzle-orm'
import { PgColumn, type PgSelect } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

/**
 * The fence of an organisation, as a condition on the column that names it: the actor's own organisation. A superadmin
 * passes, and may ask for one organisation alone.
 */
export function within(actor: Actor, column: PgColumn, organisationId?: string): SQL | undefined {
  if (!actor.roles.includes('superadmin')) return eq(column, actor.organisationId)
  return organisationId === undefined ? undefined : eq(column, organisationId)
}

/** A text as a part of a LIKE pattern that means its very characters. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

type Searched = PgColumn | SQL

/** Whether one of these columns contains a text, in upper or lower case. Without a text there is no condition. */
export function contains(text: string | undefined, ...columns: readonly Searched[]): SQL | undefined {
  return text ? or(...columns.map(column => ilike(column, `%${escapeLike(text)}%`))) : undefined
}

/** The most words of a search that count. */
const WORDS = 8

/**
 * Whether a column of lower-case text contains every word of a search, in any order. It is what a trigram index is asked
 * by: without lowering each row, as `contains` does.
 */
export function containsWords(text: string | undefined, lowerCase: Searched): SQL | undefined {
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS)
  return and(...words.map(word => like(lowerCase, `%${escapeLike(word)}%`)))
}

/** What a list is asked for: a page from 1, of so many rows, and the direction of its sort. */
export interface Paging {
  readonly page: number
  readonly limit: number
  readonly order?: 'asc' | 'desc'
}

/**
 * What a list is sorted by. Columns follow the order that is asked for (ascending if none is), terms such as `desc(at)`
 * stand as they are. The last has to tell any two rows apart: else a row may be on two pages, or on none.
 */
export type Sorts = readonly [...(PgColumn | SQL)[], tiebreak: PgColumn | SQL]

/** More rows than a screen shows, or an export reads at a time. */
const MOST = 2000

/** All rows of a list, for a file of one pitch. */
export const whole = { page: 1, limit: 1_000_000 } as const satisfies Paging

/** The rows of a page of a query that is neither sorted nor limited. */
export function rowsOf<Q extends PgSelect>(from: { $dynamic(): Q }, { page, limit, order }: Paging, sorts: Sorts): Q {
  if (limit > MOST && limit !== whole.limit) throw new RangeError(`a page of ${limit} rows`)
  const direction = order === 'desc' ? desc : asc
  const terms = sorts.map(sort => (sort instanceof PgColumn ? direction(sort) : sort))
  return from
    .$dynamic()
    .orderBy(...terms)
    .limit(limit)
    .offset((page - 1) * limit)
}

/** The page of a query that is neither sorted nor limited, and how many rows the query has in all. */
export async function pageOf<Q extends PgSelect>(
  db: Database | Transaction,
  from: { $dynamic(): Q },
  paging: Paging,
  sorts: Sorts,
): Promise<{ items: Awaited<Q>; total: number }> {
  // before the sort, which would stand in it
  const all = from.$dynamic().as('all_rows')
  const items = await rowsOf(from, paging, sorts)
  return { items, total: await db.$count(all) }
}
