import { isNull, type SQL, sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { freshDatabase } from '#testing/database.ts'
import { lockWithin } from './lockWithin.ts'

const shed = pgTable('shed', {
  id: text().primaryKey(),
  organisationId: uuid().notNull(),
  deletedAt: timestamp({ withTimezone: true }),
})
const [quill, lumen] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const admin = { organisationId: quill, roles: ['admin'] } as unknown as Actor
const superadmin = { organisationId: quill, roles: ['superadmin'] } as unknown as Actor

let database: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = openDatabase(await freshDatabase())
  await database.db.execute(sql`create table shed (id text primary key, organisation_id uuid, deleted_at timestamptz)`)
  await database.db.insert(shed).values([
    { id: 'own', organisationId: quill },
    { id: 'gone', organisationId: quill, deletedAt: new Date() },
    { id: 'foreign', organisationId: lumen },
  ])
})
afterAll(() => database.pool.end())

it.each([
  ['admin', admin, ['own', 'gone'], ['own']],
  ['superadmin', superadmin, ['own', 'gone', 'foreign'], ['own', 'foreign']],
] as const)('finds for the %s what the fence and the condition let through', async (_, actor, seen, present) => {
  const found = async (only?: SQL) => {
    const rows = await database.db.transaction(async db => {
      const each = []
      for (const id of ['own', 'gone', 'foreign', 'unknown']) each.push(await lockWithin(db, actor, shed, id, only))
      return each
    })
    return rows.flatMap(row => (row ? [row.id] : []))
  }
  expect(await found()).toEqual(seen)
  expect(await found(isNull(shed.deletedAt))).toEqual(present)
})

it('locks the row until the commit', async () => {
  await database.db.transaction(async db => {
    await lockWithin(db, admin, shed, 'own')
    const [free] = await database.db
      .select({ id: shed.id })
      .from(shed)
      .where(sql`${shed.id} = 'own'`)
      .for('no key update', { skipLocked: true })
    expect(free).toBeUndefined()
  })
})
