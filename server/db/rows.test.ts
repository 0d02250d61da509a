import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '#testing/database.ts'
import { openDatabase } from './database.ts'
import { insertRow, updateRow } from './rows.ts'

const house = pgTable('house', { id: text().primaryKey(), name: text().notNull(), colour: text() })

let database: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = openDatabase(await freshDatabase())
  await database.db.execute(
    sql`create table house (id text primary key, name text not null, colour text default 'red')`,
  )
})
afterAll(() => database.pool.end())

it('answers a row as it is after it was written and after it was changed, and changes no other', async () => {
  expect(await insertRow(database.db, house, { id: 'a', name: 'Quill' })).toEqual({
    ...{ id: 'a', name: 'Quill', colour: 'red' },
  })
  await insertRow(database.db, house, { id: 'b', name: 'Lumen' })
  expect(await updateRow(database.db, house, 'a', { colour: 'blue' })).toMatchObject({ name: 'Quill', colour: 'blue' })
  expect(await database.db.select().from(house).orderBy(house.id)).toMatchObject([
    { colour: 'blue' },
    { colour: 'red' },
  ])
})

it('fails when no row has the id', async () => {
  await expect(updateRow(database.db, house, 'gone', { name: 'Lost' })).rejects.toThrow('no row of house')
})
