import { eq, inArray, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { usersJobs } from '#features/admin/users/server/jobs.ts'
import { hiddenFromUseradmin } from '#features/core/account/match.ts'
import { account } from '#features/core/account/server/tables.ts'
import { COUNTED } from '#features/planning/list/rules.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { listMembers } from './memberQueries.ts'
import { findList } from './queries.ts'
import { contactList, contactListMember } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

let list_id: string
let ids: string[]
beforeEach(async () => {
  const { organisationId } = stack.people.admin
  await stack.db.delete(contactList)
  await stack.db.delete(account).where(inArray(account.id, ids ?? []))
  const people = ['bea', 'cleo', 'dora'].map(name => ({
    ...{ organisationId, email: `${name}@quill.test`, firstname: name, lastname: 'Holt' },
    ...{ roles: ['vc'], state: 'active' as const },
  }))
  ids = (await stack.db.insert(account).values(people).returning()).map(({ id }) => id)
  const made = { list_name: 'Angels', list_type: 'static', shared: true, user_ids: ids } as const
  list_id = (await stack.as('admin').createList(made)).id
})

const bea = () => ids[0] ?? ''
type Values = Partial<typeof account.$inferInsert>
const change = (values: Values, db: Pick<Stack['db'], 'update'> = stack.db) =>
  db.update(account).set(values).where(eq(account.id, bea()))
const shown = async (asked = {}, by: PersonName = 'admin') =>
  (await stack.as(by).getListMemberDetailList({ list_id, ...asked })).items.map(({ email }) => email)
const counted = async (by: PersonName) => ({
  listed: (await stack.as(by).getListList({})).items[0]?.members,
  total: (await stack.as(by).getListMemberDetailList({ list_id })).total,
  reached: (await stack.as(by).countListPeople({ list_ids: [list_id] })).members,
})
const all = (count: number) => ({ listed: count, total: count, reached: count })
const [first, ...others] = ['bea@quill.test', 'cleo@quill.test', 'dora@quill.test']

it('sorts, searches and shows a member by what their account says at this moment', async () => {
  expect(await shown({ sort: 'name' })).toEqual([first, ...others])
  await change({ firstname: 'Zoe', email: 'zoe@quill.test', companyName: 'Zeal' })
  for (const sort of ['name', 'email']) expect(await shown({ sort })).toEqual([...others, 'zoe@quill.test'])
  for (const name of ['zeal', 'ZOE holt', 'zoe@quill']) expect(await shown({ name }), name).toEqual(['zoe@quill.test'])
  expect(await shown({ name: 'bea' })).toEqual([])
  await change({ firstname: 'ZOE' })
  const { items } = await stack.as('admin').getListMemberDetailList({ list_id, name: 'zoe' })
  expect(items[0]).toMatchObject({ firstname: 'ZOE', company_name: 'Zeal', state: 'active' })
  await stack.as('admin').setUserDisabled({ user_id: bea(), disabled: true })
  const after = await stack.as('admin').getListMemberDetailList({ list_id, name: 'zoe' })
  expect(after.items[0]?.state).toBe('disabled')
})

it('hides a deleted member at once, shows them again when they are restored, and forgets them in the end', async () => {
  await change({ deletedAt: new Date() })
  expect(await shown()).toEqual(others)
  expect(await shown({ name: 'bea' })).toEqual([])
  expect(await counted('admin')).toEqual(all(2))
  await change({ deletedAt: null })
  expect(await shown()).toEqual([first, ...others])
  expect(await counted('admin')).toEqual(all(3))
  await change({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
  await usersJobs.purgeUser({ accountId: bea() }, stack.frame)
  expect(await stack.db.$count(contactListMember, eq(contactListMember.listId, list_id))).toBe(2)
})

it('[NAV-014] hides a member at once from who may not see them, whatever their new role is', async () => {
  for (const role of hiddenFromUseradmin) {
    await change({ roles: [role] })
    for (const by of ['useradmin', 'pitchadmin'] as const) {
      expect(await shown({}, by), role).toEqual(others)
      expect(await shown({ name: 'bea' }, by), role).toEqual([])
      expect(await counted(by), role).toEqual(all(2))
    }
    expect(await shown(), role).toEqual([first, ...others])
    expect(await counted('admin'), role).toEqual(all(3))
    await change({ roles: ['vc'] })
    expect(await shown({}, 'useradmin'), role).toEqual([first, ...others])
  }
})

it('says of a member who has moved to another organization only what was known when they were added', async () => {
  const { organisationId } = stack.people.lumenAdmin
  await change({ organisationId, firstname: 'Elsewhere', email: 'bea@lumen.test', roles: ['admin'] })
  const { items } = await stack.as('useradmin').getListMemberDetailList({ list_id, sort: 'name' })
  expect(items[0]).toMatchObject({ email: first, firstname: 'bea', user_id: null, state: null, role: null })
  for (const name of ['elsewhere', 'lumen']) expect(await shown({ name }), name).toEqual([])
  await change({ deletedAt: new Date() })
  expect(await shown({}, 'useradmin')).toEqual([first, ...others])
})

it('knows a member by their new name who is renamed while they are being added, whichever commits first', async () => {
  const { organisationId } = stack.people.admin
  const row = { listId: list_id, organisationId, accountId: bea(), email: 'bea@quill.test', address: 'bea@quill.test' }
  const add = (db: Pick<Stack['db'], 'insert'>) => db.insert(contactListMember).values(row)
  const rename = (db: Pick<Stack['db'], 'update'>) => change({ firstname: 'Yara' }, db)
  const slow = () => new Promise(resolve => setTimeout(resolve, 300))
  for (const [one, other] of [
    [add, rename],
    [rename, add],
  ] as const) {
    await stack.db.delete(contactListMember).where(eq(contactListMember.accountId, bea()))
    await change({ firstname: 'bea' })
    let begun = () => {}
    const isBegun = new Promise<void>(resolve => {
      begun = resolve
    })
    const before = stack.db.transaction(async db => {
      await one(db)
      begun()
      await slow()
    })
    await isBegun
    await Promise.all([before, other(stack.db)])
    expect(await shown({ name: 'yara' })).toEqual([first])
    expect(await shown({ name: 'bea holt' })).toEqual([first])
  }
})

it('reads a page of a long list from an index, whatever it is sorted by', async () => {
  const { organisationId } = stack.people.admin
  await stack.db.execute(sql`insert into account (organisation_id, email, firstname, lastname, roles, state)
    select ${organisationId}::uuid, 'crowd' || n || '@crowd.test', 'First' || n % 997, 'Last' || n, '{vc}', 'active'
    from generate_series(1, 10000) n`)
  await stack.db.execute(sql`
    insert into contact_list_member (list_id, organisation_id, account_id, email, firstname, lastname, address)
    select ${list_id}::uuid, ${organisationId}::uuid, a.id, n || '@crowd.test', 'Ada', 'Last' || n, n || '@crowd.test'
    from generate_series(1, 11000) n left join account a on a.email = 'crowd' || n || '@crowd.test'`)
  await stack.db.execute(sql`vacuum analyze account, contact_list_member`)
  const statements: { text: string; values: unknown[] }[] = []
  const logQuery = (text: string, values: unknown[]) => statements.push({ text, values })
  const db = drizzle(stack.frame.pool, { casing: 'snake_case', logger: { logQuery } })
  for (const by of ['admin', 'useradmin'] as const) {
    const viewer = { ...stack.people[by], accountId: stack.people[by].id, roles: [by] }
    const { list } = (await findList(stack.db, viewer, list_id)) ?? {}
    if (!list) throw new Error('there is no list')
    for (const one of [list, { ...list, type: 'dynamic' as const, dynamic: { role: 'vc' as const } }])
      for (const sort of ['email', 'name'] as const)
        for (const order of ['asc', 'desc'] as const) {
          const asked = { sort, order, page: 3, limit: 20 }
          const { items, total } = await listMembers(db, viewer, one, asked, COUNTED)
          expect([items.length, total]).toEqual([20, one === list ? 11_003 : COUNTED + 1])
        }
  }
  expect(statements.filter(({ text }) => text.includes('order by'))).toHaveLength(16)
  for (const { text, values } of statements) {
    const { rows } = await stack.frame.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    // a count may read the table: this list is nearly all of it
    const mayScan = !/order by|any\(/.test(text)
    expect([mayScan || !/Seq Scan|Sort/.test(plan), plan]).toEqual([true, plan])
  }
}, 120_000)
