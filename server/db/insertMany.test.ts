import { asc, sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '#testing/database.ts'
import { openDatabase } from './database.ts'
import { insertMany } from './insertMany.ts'

const house = pgTable('house', {
  id: uuid().primaryKey().defaultRandom(),
  streetName: text().notNull().unique(),
  rooms: integer(),
  isSold: boolean().notNull().default(false),
  owners: text().array(),
  plan: jsonb().$type<{ floors: string[] }>(),
  builtAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

let opened: ReturnType<typeof openDatabase>
beforeAll(async () => {
  opened = openDatabase(await emptyDatabase())
  await opened.db.execute(sql`create table house (id uuid primary key default gen_random_uuid(),
    street_name text not null unique, rooms integer, is_sold boolean not null default false, owners text[], plan jsonb,
    built_at timestamptz not null default now())`)
})
afterAll(() => opened.pool.end())

it('writes what drizzle writes, also half a pair of UTF-16', async () => {
  const { db } = opened
  const rows = ['a', 'b'].map(way => ({
    ...{ streetName: `Quay "1"\\ 😀\ud83d ${way}`, rooms: 3, isSold: true, owners: ['Ada, the "first"', '{}'] },
    ...{ plan: { floors: ['ground'] }, builtAt: new Date('2026-11-28T10:00:00.123Z') },
  }))
  await db.insert(house).values(rows.slice(0, 1))
  const [written] = await insertMany(db, house, rows.slice(1), ['id', 'streetName', 'builtAt', 'plan'])
  expect(written).toEqual({
    ...{ id: expect.stringMatching(/^[\da-f-]{36}$/), streetName: 'Quay "1"\\ 😀\ufffd b' },
    ...{ builtAt: rows[1]?.builtAt, plan: rows[1]?.plan },
  })
  const read = await db.select().from(house).orderBy(asc(house.streetName))
  const [theirs, ours] = read.map(({ id, streetName, ...row }) => ({ ...row, streetName: streetName.slice(0, -1) }))
  expect(ours).toEqual(theirs)
})

it('gives a column that only some rows set its default, and every other its own', async () => {
  const rows = [{ streetName: 'sold', isSold: true }, { streetName: 'empty', rooms: 0 }, { streetName: 'bare' }]
  const written = await insertMany(opened.db, house, rows, ['streetName', 'isSold', 'rooms', 'builtAt'])
  expect(written).toEqual([
    { streetName: 'sold', isSold: true, rooms: null, builtAt: expect.any(Date) },
    { streetName: 'empty', isSold: false, rooms: 0, builtAt: expect.any(Date) },
    { streetName: 'bare', isSold: false, rooms: null, builtAt: expect.any(Date) },
  ])
})

it('leaves out rows whose key is taken, whatever their number', async () => {
  const rows = Array.from({ length: 1201 }, (_, n) => ({ streetName: `many ${n % 1100}` }))
  expect(await insertMany(opened.db, house, rows, ['id'])).toHaveLength(1100)
  expect(await insertMany(opened.db, house, rows, ['id'])).toEqual([])
  expect(await insertMany(opened.db, house, [])).toEqual([])
})
