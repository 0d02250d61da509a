import { getTableColumns, type InferInsertModel, type InferSelectModel, is, SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { PgArray, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type Database, slicesOf, type Transaction } from './database.ts'

/** The largest number of rows in one statement. */
const MOST = 500

/**
 * Inserts rows, except those that a unique index refuses, and returns the named columns of the new ones. All rows of a
 * statement are one parameter: one for each value takes longer to build than the row takes to write. Where some rows set
 * a column that others leave out, these get its default, which has to be a constant. Fails for what it would write
 * otherwise than drizzle's own insert: a default that a function of the schema makes, a type that JSON does not carry,
 * SQL in place of a value.
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
    const set = columnsOf(columns, some)
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

/** Drizzle's names of the types whose values JSON carries as drizzle passes them. */
const carried: ReadonlySet<string> = new Set([
  ...['PgUUID', 'PgText', 'PgBoolean', 'PgInteger', 'PgBigInt53', 'PgDoublePrecision'],
  ...['PgTimestamp', 'PgDateString', 'PgJsonb'],
])

/** The columns that any of the rows sets. */
function columnsOf(columns: Readonly<Record<string, PgColumn>>, rows: readonly Record<string, unknown>[]) {
  return Object.entries(columns).filter(([key, column]) => {
    const setting = rows.filter(row => row[key] !== undefined).length
    if (setting < rows.length && (column.defaultFn || column.onUpdateFn))
      throw new Error(`insertMany does not make the default of ${key}`)
    if (setting === 0) return false
    if (setting < rows.length && is(column.default, SQL))
      throw new Error(`insertMany gives ${key} its default only in all rows together`)
    const { columnType } = column instanceof PgArray ? column.baseColumn : column
    if (!carried.has(columnType)) throw new Error(`insertMany cannot pass ${key}, which is ${column.getSQLType()}`)
    return true
  })
}

function jsonOf(column: PgColumn, value: unknown): unknown {
  if (value === undefined) return column.default
  // half a pair of UTF-16, which is no JSON, is written as a parameter of its own would be
  if (typeof value === 'string') return value.toWellFormed()
  // JSON would make null of these, and an object of SQL
  if (is(value, SQL) || (typeof value === 'number' && !Number.isFinite(value)) || isNoDate(value))
    throw new Error(`insertMany cannot pass ${nameOf(column)}`)
  return value
}

const isNoDate = (value: unknown): boolean => value instanceof Date && Number.isNaN(value.getTime())

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
