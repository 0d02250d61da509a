import { inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { ticket } from './tables.ts'

/** The numbers of tickets as people know them, by their ids: "#1001". */
export async function ticketNumbers(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: ticket.id, number: ticket.number })
    .from(ticket)
    .where(inArray(ticket.id, [...ids]))
  return new Map(rows.map(({ id, number }) => [id, `#${number}`]))
}
