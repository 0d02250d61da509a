import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fullName } from '#contract/names.ts'
import { freshDatabase } from '#testing/database.ts'
import { openDatabase } from './database.ts'
import { fullNameOf } from './names.ts'

let database: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = openDatabase(await freshDatabase())
})
afterAll(() => database.pool.end())

it.each([
  ['Mei', 'Lin'],
  ['美玲', '林'],
  ['Mei', '林'],
  ['𠮷', '林'],
  ['阿尔贝·加缪', ''],
  ['', '林'],
  ['', ''],
])('writes the name of %s and %s in SQL as everywhere else', async (firstname, lastname) => {
  const columns = { firstname: sql`${firstname}::text`, lastname: sql`${lastname}::text` }
  const { rows } = await database.db.execute(sql`select ${fullNameOf(columns)} as name`)
  expect(rows).toEqual([{ name: fullName({ firstname, lastname }) }])
})
