import { eq, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from './database.ts'

type Db = Database | Transaction
type WithId = PgTable & { readonly id: PgColumn }

/** Writes a row; answers it as the database has it. */
export async function insertRow<T extends PgTable>(
  db: Db,
  table: T,
  values: T['$inferInsert'],
): Promise<T['$inferSelect']> {
  const [row] = await db
    .insert(table as PgTable)
    .values(values)
    .returning()
  return written(table, row)
}

/** Changes the row of an id; answers it as it is now. The caller has locked the row, so that it is there. */
export async function updateRow<T extends WithId>(
  db: Db,
  table: T,
  id: string | number,
  values: Partial<T['$inferInsert']>,
): Promise<T['$inferSelect']> {
  const [row] = await db
    .update(table as PgTable)
    .set(values)
    .where(eq(table.id, id))
    .returning()
  return written(table, row)
}

function written<R>(table: PgTable, row: R | undefined): R {
  if (!row) throw new Error(`no row of ${getTableName(table)} was written`)
  return row
}
