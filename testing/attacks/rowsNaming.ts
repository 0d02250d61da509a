import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'

/** All rows of each table that name one of these ids, as one hash a table; without what a look changes. */
export async function rowsNaming(db: Database, ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const some = ids.map(id => `%${id}%`)
  const each = rows.map(
    ({ name }) => sql`select ${name} as name, coalesce(md5(string_agg(row, '' order by row)), '') as hash from
      (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.identifier(name)} t) x
      where row like any(${sql.param(some)}::text[])`,
  )
  const all = await db.execute<{ name: string; hash: string }>(sql.join(each, sql` union all `))
  return Object.fromEntries(all.rows.map(({ name, hash }) => [name, hash]))
}
