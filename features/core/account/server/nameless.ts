import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { guestName, type NameOf, onlyOf } from '#features/core/account/veil.ts'

/**
 * The people whose names are removed from what a room has stored: as a function for JSON, and as an SQL condition for
 * rows.
 */
export interface Nameless {
  readonly nameOf: NameOf
  /** Whether an id is one of theirs. */
  readonly are: (id: AnyColumn | SQL) => SQL
}

/** [PERM-059] Everyone but the pitch's team. `of`: the id that gives a guest's number. */
export const guestsBut = (hosts: readonly string[], of = (id: string): string => id): Nameless => ({
  nameOf: id => (hosts.includes(id) ? undefined : guestName(of(id))),
  are: id => sql`not (${id})::text = any(${sql.param([...hosts])}::text[])`,
})

/** One person, in whatever part they were in the room. */
export const onlyThem = (accountId: string): Nameless => ({
  nameOf: onlyOf(accountId),
  are: id => sql`(${id})::text = ${accountId}`,
})

/** `guestName` of an id, in SQL. */
export const guestNameOf = (id: AnyColumn | SQL): SQL<string> => sql<string>`'#' || upper(left((${id})::text, 4))`
