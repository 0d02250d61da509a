import { getTableColumns, type InferInsertModel, type InferSelectModel, is, SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Database, slicesOf, type Transaction } from './database.ts'

/** The largest number of rows in one statement. */
const MOST = 500

/**
 * Inserts rows, except those that a unique index refuses, and returns the named columns of the new ones. All rows of a
 * statement are one parameter: one for each value takes longer to build than the row takes to write. Where some rows set
 * a column that others leave out, these get its default only if that is a constant.
 */
export async function insertMany<T extends PgTable, C extends keyof InferSelectModel<T> & string>(
  db: Database | Transaction,
  table: T,
  rows: readonly InferInsertModel<T>[],
  returning: readonly C[] = [],
): Promise<Pick<InferSelectModel<T>, C>[]> {
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const written: Pick<InferSelectModel<T>, C>[] = []
  for (const some of slicesOf(rows as readonly Record<string, unknown>[], MOST)) {
    const set = Object.entries(columns).filter(([key]) => some.some(row => row[key] !== undefined))
    const values = some.map(row =>
      Object.fromEntries(set.map(([key, column]) => [nameOf(column), jsonOf(column, row[key])])),
    )
    const names = listOf(set.map(([, column]) => column))
    const { rows: added } = await db.execute<Record<string, unknown>>(sql`
      insert into ${table} (${names})
      select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(values)}::json)
      on conflict do nothing returning ${returning.length > 0 ? listOf(returning.map(key => columnOf(columns, key))) : sql`1`}`)
    for (const row of added) written.push(read(columns, row, returning))
  }
  return written
}

function jsonOf({ default: constant }: PgColumn, value: unknown): unknown {
  if (value === undefined) return is(constant, SQL) ? undefined : constant
  // half a pair of UTF-16, which is no JSON, is written as a parameter of its own would be
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** A row as drizzle reads one. */
function read<R>(
  columns: Readonly<Record<string, PgColumn>>,
  row: Record<string, unknown>,
  keys: readonly string[],
): R {
  const values = keys.map(key => {
    const column = columnOf(columns, key)
    const value = row[nameOf(column)]
    return [key, value === null ? null : column.mapFromDriverValue(value)]
  })
  return Object.fromEntries(values) as R
}

function columnOf(columns: Readonly<Record<string, PgColumn>>, key: string): PgColumn {
  const column = columns[key]
  if (!column) throw new Error(`there is no column ${key}`)
  return column
}

/** As the tables are declared: a column has its key's name, in snake case, unless it says otherwise. */
const nameOf = ({ name, keyAsName }: PgColumn): string => (keyAsName ? toSnakeCase(name) : name)

const listOf = (columns: readonly PgColumn[]): SQL =>
  sql.join(
    columns.map(column => sql.identifier(nameOf(column))),
    sql`, `,
  )
