import { asc, inArray, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
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

it('refuses what it would write otherwise than drizzle does', async () => {
  const { db } = opened
  const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
  const odd = pgTable('house', {
    streetName: text().notNull(),
    rooms: integer().$defaultFn(() => 7),
    isSold: boolean().$onUpdate(() => true),
    builtAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    price: numeric(),
    area: bigint({ mode: 'bigint' }),
    picture: bytes(),
    pictures: bytes().array(),
  })
  const [streetName, whole] = ['odd', { streetName: 'odd', rooms: 1, isSold: false }]
  const builtAt = new Date()
  await expect(insertMany(db, odd, [whole, { streetName, isSold: true }])).rejects.toThrow('the default of rooms')
  await expect(insertMany(db, odd, [{ streetName, rooms: 1 }])).rejects.toThrow('the default of isSold')
  await expect(insertMany(db, odd, [whole, { ...whole, builtAt }])).rejects.toThrow('gives builtAt its default only')
  await expect(insertMany(db, odd, [{ ...whole, price: '1.10' }])).rejects.toThrow('price, which is numeric')
  await expect(insertMany(db, odd, [{ ...whole, area: 9n }])).rejects.toThrow('area, which is bigint')
  await expect(insertMany(db, odd, [{ ...whole, picture: Buffer.from('a') }])).rejects.toThrow(
    'picture, which is bytea',
  )
  await expect(insertMany(db, odd, [{ ...whole, pictures: [] }])).rejects.toThrow('pictures, which is bytea[]')
  await expect(insertMany(db, odd, [{ ...whole, rooms: Number.NaN }])).rejects.toThrow('cannot pass rooms')
  await expect(insertMany(db, odd, [{ ...whole, builtAt: new Date('?') }])).rejects.toThrow('cannot pass built_at')
  const now = sql<string>`now()` as unknown as string
  await expect(insertMany(db, odd, [{ ...whole, streetName: now }])).rejects.toThrow('cannot pass street_name')
  expect(await db.$count(house, inArray(house.streetName, ['odd', '[object Object]']))).toBe(0)
  expect(await insertMany(db, odd, [{ ...whole, builtAt }], ['rooms', 'isSold'])).toEqual([{ rooms: 1, isSold: false }])
})
