import { and, desc, eq, sql } from 'drizzle-orm'
import { PgDialect, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { freshDatabase } from '#testing/database.ts'
import { contains, containsWords, ordered, pageOf, rowsOf, whole, within } from './lists.ts'

const house = pgTable('house', { id: uuid().primaryKey(), name: text().notNull() })
const guest = pgTable('guest', {
  id: text().primaryKey(),
  houseId: uuid().notNull(),
  name: text().notNull(),
  town: text().notNull().default(''),
})
const [quill, lumen] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const actor = (...roles: Actor['roles']) => ({ organisationId: quill, roles }) as Actor

let database: ReturnType<typeof openDatabase>
let db: Database
beforeAll(async () => {
  database = openDatabase(await freshDatabase())
  db = database.db
  await db.execute(sql`create table house (id uuid primary key, name text)`)
  await db.execute(sql`create table guest (id text primary key, house_id uuid, name text, town text)`)
  await db.insert(house).values([
    { id: quill, name: 'Quill' },
    { id: lumen, name: 'Lumen' },
  ])
})
afterAll(() => database.pool.end())

const fill = async (...names: (string | [name: string, town: string])[]) => {
  await db.delete(guest)
  const rows = names.map(one => (typeof one === 'string' ? [one, ''] : one))
  await db.insert(guest).values(rows.map(([name = '', town = ''], n) => ({ id: `g${n}`, houseId: quill, name, town })))
}
const idsWhere = async (condition: ReturnType<typeof contains>) =>
  (await db.select({ id: guest.id }).from(guest).where(condition).orderBy(guest.id)).map(({ id }) => id)

describe('within', () => {
  const sqlOf = (condition: ReturnType<typeof within>) => condition && new PgDialect().sqlToQuery(condition).params

  it('is the actor’s own organisation, whatever organisation is requested', () => {
    for (const role of ['admin', 'useradmin', 'presenter', 'attendee'] as const) {
      expect(sqlOf(within(actor(role), guest.houseId))).toEqual([quill])
      expect(sqlOf(within(actor(role), guest.houseId, lumen))).toEqual([quill])
    }
  })

  it('lets a superadmin see all, or the one organisation that they ask for', () => {
    expect(within(actor('superadmin'), guest.houseId)).toBeUndefined()
    expect(sqlOf(within(actor('presenter', 'superadmin'), guest.houseId, lumen))).toEqual([lumen])
  })
})

describe('contains', () => {
  it('finds a part of any of the columns, in upper or lower case', async () => {
    await fill(['Ada Harbour', 'Bristol'], ['Bo', 'NEW HARBOUR'], ['Cy', 'Leeds'])
    expect(await idsWhere(contains('harbour', guest.name, guest.town))).toEqual(['g0', 'g1'])
    expect(await idsWhere(contains('HARBOUR', guest.name))).toEqual(['g0'])
    expect(await idsWhere(contains('yo', sql`${guest.name} || 'o'`))).toEqual(['g2'])
  })

  it('takes every character of a pattern literally', async () => {
    await fill('50%', '50x', 'a_b', 'axb', 'c\\d', 'cd')
    expect(await idsWhere(contains('50%', guest.name))).toEqual(['g0'])
    expect(await idsWhere(contains('a_b', guest.name))).toEqual(['g2'])
    expect(await idsWhere(contains('c\\d', guest.name))).toEqual(['g4'])
    expect(await idsWhere(containsWords('% 5', guest.name))).toEqual(['g0'])
  })

  it('is no condition without a text', () => {
    for (const nothing of ['', undefined]) expect(contains(nothing, guest.name)).toBeUndefined()
    for (const nothing of ['', ' \t ', undefined]) expect(containsWords(nothing, guest.name)).toBeUndefined()
  })

  it('finds every word in any order, of which the first eight count', async () => {
    await fill('ada of the harbour', 'harbour', 'ada')
    expect(await idsWhere(containsWords('  HARBOUR Ada ', guest.name))).toEqual(['g0'])
    expect(await idsWhere(containsWords('a d a h a r b nowhere', guest.name))).toEqual([])
    expect(await idsWhere(containsWords('a d a h a r b o nowhere', guest.name))).toEqual(['g0'])
  })
})

describe('pageOf', () => {
  const guests = () => db.select({ id: guest.id, name: guest.name }).from(guest).where(eq(guest.houseId, quill))
  const ids = (found: { items: { id: string }[] }) => found.items.map(({ id }) => id)

  it('gives each row to one page, and counts all', async () => {
    await fill('b', 'a', 'a', 'b', 'a')
    const pages = [1, 2, 3, 4].map(page => pageOf(db, guests(), { page, limit: 2 }, [guest.name, guest.id]))
    const found = await Promise.all(pages)
    expect(found.map(ids)).toEqual([['g1', 'g2'], ['g4', 'g0'], ['g3'], []])
    expect(found.map(({ total }) => total)).toEqual([5, 5, 5, 5])
  })

  it('sorts the columns in the requested order, and leaves terms unchanged', async () => {
    await fill('b', 'a', 'a')
    const list = (order: 'asc' | 'desc', ...sorts: Parameters<typeof pageOf>[3]) =>
      pageOf(db, guests(), { page: 1, limit: 9, order }, sorts).then(ids)
    expect(await list('asc', guest.name, guest.id)).toEqual(['g1', 'g2', 'g0'])
    expect(await list('desc', guest.name, guest.id)).toEqual(['g0', 'g2', 'g1'])
    expect(await list('asc', guest.name, desc(guest.id))).toEqual(['g2', 'g1', 'g0'])
    expect(await list('desc', guest.name, sql`${guest.id}`)).toEqual(['g0', 'g1', 'g2'])
    expect(await list('desc', guest.name, ordered(sql`${guest.id}`))).toEqual(['g0', 'g2', 'g1'])
  })

  it('counts the rows of a join, with columns of the same name or without one', async () => {
    await fill('a', 'b', 'c')
    await db.insert(guest).values({ id: 'stray', houseId: '00000000-0000-4000-8000-000000000009', name: 'd' })
    const joined = db
      .select({ guest, house, shout: sql<string>`upper(${guest.name})`, twice: sql<string>`upper(${house.name})` })
      .from(guest)
      .innerJoin(house, and(eq(house.id, guest.houseId)))
    const { items, total } = await pageOf(db, joined, { page: 2, limit: 2 }, [guest.id])
    expect(items).toEqual([
      expect.objectContaining({ shout: 'C', twice: 'QUILL', house: { id: quill, name: 'Quill' } }),
    ])
    expect(total).toBe(3)
  })

  it('reads no more at a time than an export does, but for the whole of a list', async () => {
    await fill(...Array.from({ length: 2500 }, (_, n) => `${n}`))
    expect(await rowsOf(guests(), { page: 1, limit: 2000 }, [guest.id])).toHaveLength(2000)
    expect(() => rowsOf(guests(), { page: 1, limit: 2001 }, [guest.id])).toThrow(RangeError)
    expect(await rowsOf(guests(), whole, [guest.id])).toHaveLength(2500)
  })
})
