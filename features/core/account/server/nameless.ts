import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { exceptHosts, type NameOf, onlyOf } from '#features/core/account/veil.ts'

/** Those whose names are taken from what a room has kept: said twice, for rows and for what stands inside them. */
export interface Nameless {
  readonly nameOf: NameOf
  /** Whether an id is one of theirs. */
  readonly are: (id: AnyColumn | SQL) => SQL
}

/** [PERM-059] Everybody but those who run the pitch. */
export const guestsBut = (hosts: readonly string[]): Nameless => ({
  nameOf: exceptHosts(id => hosts.includes(id)),
  are: id => sql`not (${id})::text = any(${sql.param([...hosts])}::text[])`,
})

/** One person, whoever they were in the room. */
export const onlyThem = (accountId: string): Nameless => ({
  nameOf: onlyOf(accountId),
  are: id => sql`(${id})::text = ${accountId}`,
})

/** `guestName` of an id, by the database. */
export const guestNameOf = (id: AnyColumn | SQL): SQL<string> => sql<string>`'#' || upper(left((${id})::text, 4))`
