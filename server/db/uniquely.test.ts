import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '#testing/database.ts'
import { openDatabase } from './database.ts'
import { uniquely } from './uniquely.ts'

const house = pgTable('house', { name: text().notNull() })

let database: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = openDatabase(await freshDatabase())
  await database.db.execute(sql`create table house (name text not null unique)`)
})
afterAll(() => database.pool.end())

it('answers undefined when a unique value exists already, and the transaction goes on without its changes', async () => {
  const answers = await database.db.transaction(async db => {
    const insert = (...names: string[]) =>
      uniquely(db, async inner => {
        for (const name of names) await inner.insert(house).values({ name })
        return names.length
      })
    return [await insert('Quill'), await insert('Lumen', 'Quill'), await insert('Lumen')]
  })
  expect(answers).toEqual([1, undefined, 1])
})

it('fails with every other error of the database', async () => {
  const nameless = { name: null as unknown as string }
  const written = database.db.transaction(db => uniquely(db, inner => inner.insert(house).values(nameless)))
  await expect(written).rejects.toThrow()
})
