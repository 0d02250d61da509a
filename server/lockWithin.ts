import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { within } from '#server/lists.ts'

type Fenced = PgTable & { readonly id: PgColumn; readonly organisationId: PgColumn }

/**
 * The row of an id within the organization's fence, locked until the commit; undefined when the actor sees none. `only`
 * narrows it, for example to rows that are not deleted.
 */
export async function lockWithin<T extends Fenced>(
  db: Transaction,
  actor: Actor,
  table: T,
  id: string,
  only?: SQL,
): Promise<T['$inferSelect'] | undefined> {
  const is = and(eq(table.id, id), within(actor, table.organisationId), only)
  const [row] = await db
    .select()
    .from(table as PgTable)
    .where(is)
    .for('no key update')
  return row as T['$inferSelect'] | undefined
}
