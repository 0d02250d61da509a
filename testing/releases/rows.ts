import pg from 'pg'

export type Row = Readonly<Record<string, unknown>>

/** Every table's rows, by the table's name with its schema. */
export async function readRows(url: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query(`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'drizzle', 'graphile_worker') order by 1`)
    const found = new Map<string, readonly Row[]>()
    for (const { name } of tables as { name: string }[]) {
      const { rows } = await client.query(`select to_jsonb(one) as row from ${name} one`)
      found.set(
        name,
        (rows as { row: Row }[]).map(({ row }) => row),
      )
    }
    return found
  } finally {
    await client.end()
  }
}

/**
 * The earlier rows that are not among the current ones, one line each. A table may have gained columns and rows.
 * `meant` are columns (`public.account.note`) that a migration was meant to change or drop.
 */
export function lostRows(
  before: ReadonlyMap<string, readonly Row[]>,
  now: ReadonlyMap<string, readonly Row[]>,
  meant: ReadonlySet<string> = new Set(),
): string[] {
  return [...before].flatMap(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {}).filter(column => !meant.has(`${table}.${column}`))
    const text = (row: Row) => JSON.stringify(columns.map(column => row[column]))
    const left = (now.get(table) ?? []).map(text)
    return rows.flatMap(row => {
      const at = left.indexOf(text(row))
      if (at < 0) return [`${table}: ${JSON.stringify(row)}`]
      left.splice(at, 1) // two equal rows both have to be present
      return []
    })
  })
}
