import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usersJobs } from '#features/admin/users/server/jobs.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { listJobs } from './jobs.ts'
import { contactList, contactListMember } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(contactList)
  await stack.db.delete(auditEntry)
})

type Fields = Parameters<ReturnType<Stack['as']>['createList']>[0]
const create = (more: Partial<Fields> = {}, by: PersonName = 'useradmin') =>
  stack.as(by).createList({ list_name: 'Angels', list_type: 'static', ...more })
const names = async (by: PersonName, asked = {}) =>
  (await stack.as(by).getListList(asked)).items.map(({ list_name }) => list_name)
const emails = async (list_id: string, by: PersonName = 'useradmin', asked = {}) =>
  (await stack.as(by).getListMemberDetailList({ list_id, ...asked })).items.map(({ email }) => email)
const idOf = (name: PersonName) => stack.people[name].id
const day = 86_400_000

describe('createList', () => {
  it('[PROD-035, CALL-141, ENT-069, ENT-070, CONST-053] keeps a static list with its people, and a dynamic one with its filter', async () => {
    const fixed = await create({ description: 'Who came', user_ids: [idOf('investor'), idOf('member')] })
    const filter = { role: 'vc', state: 'active' } as const
    const found = await create({ list_name: 'Investors', list_type: 'dynamic', shared: true, dynamic: filter })
    const of = { owner_name: 'Uma Useradmin', is_owner: true, may_change: true, org_name: 'Quill Ventures' }
    expect(await stack.as('useradmin').getList(fixed)).toMatchObject({
      ...{ ...of, list_name: 'Angels', description: 'Who came', list_type: 'static', shared: false },
      ...{ dynamic: null, members: 2 },
    })
    expect(await emails(fixed.id)).toEqual(['investor@quill.test', 'member@quill.test'])
    expect(await stack.as('useradmin').getList(found)).toMatchObject({
      ...{ ...of, list_type: 'dynamic', shared: true, dynamic: filter, members: 2 },
    })
    expect(await emails(found.id)).toEqual(['investor@quill.test', 'secondinvestor@quill.test'])
    expect(await stack.actionsOn(fixed.id)).toEqual(['list.create'])
    const other = { ...of, list_type: 'grouped' } as never
    await expect(create(other)).rejects.toMatchObject({ code: 'InputInvalid' })
  })

  it('refuses people of a dynamic list, a filter of a static one, and people and tags that the caller does not see', async () => {
    const refused = async (more: Partial<Fields>, by?: PersonName) => outcomesOf([create(more, by)])
    expect(await refused({ list_type: 'dynamic', user_ids: [idOf('investor')] })).toEqual(['ListTypeForbids'])
    expect(await refused({ dynamic: { role: 'vc' } })).toEqual(['ListTypeForbids'])
    expect(await refused({ user_ids: [idOf('lumenInvestor')] }, 'admin')).toEqual(['UserNotFound'])
    expect(await refused({ user_ids: [idOf('investor'), idOf('admin')] })).toEqual(['UserNotFound'])
    const { tag_id } = await stack.as('lumenAdmin').createUserTag({ name: 'Elsewhere', colour: 'red' })
    expect(await refused({ list_type: 'dynamic', dynamic: { tag_id } }, 'admin')).toEqual(['TagNotFound'])
    expect(await refused({ org_id: stack.people.lumenAdmin.organisationId }, 'admin')).toEqual(['NoPermission'])
    expect(await names('admin')).toEqual([])
  })

  it('[ERR-075] gives its owner a name once, in any case of its letters, also to two at once; another owner may have it', async () => {
    expect(await outcomesOf([create(), create({ list_name: 'ANGELS' })])).toEqual(['ListExists', 'done'])
    await expect(create()).rejects.toMatchObject({ code: 'ListExists', fields: { list_name: 'ListExists' } })
    await create({}, 'pitchadmin')
  })
})

describe('getListList', () => {
  it('[CALL-144, STATE-061, STATE-062] has the own lists and the shared ones; a list that is unshared is gone at once', async () => {
    const { id } = await create()
    await create({ list_name: 'Theirs' }, 'lumenAdmin')
    expect(await names('useradmin')).toEqual(['Angels'])
    for (const other of ['admin', 'pitchadmin', 'presenter', 'superadmin', 'lumenAdmin'] as const)
      expect(await names(other), other).not.toContain('Angels')
    await stack.as('useradmin').updateList({ id, shared: true })
    for (const other of ['admin', 'pitchadmin', 'presenter', 'superadmin'] as const)
      expect(await names(other), other).toEqual(['Angels'])
    expect(await names('lumenAdmin')).toEqual(['Theirs'])
    await stack.as('useradmin').updateList({ id, shared: false })
    expect(await names('presenter')).toEqual([])
    await expect(stack.as('pitchadmin').getListMemberDetailList({ list_id: id })).rejects.toMatchObject({
      code: 'ListNotFound',
    })
    expect(await outcomesOf([stack.as('admin').getList({ id })])).toEqual(['ListNotFound'])
  })

  it('is searched, filtered, sorted and comes in pages', async () => {
    await create({ list_name: 'beta', description: 'Alphabet', shared: true })
    await create({ list_name: 'Alpha', list_type: 'dynamic' })
    await create({ list_name: '100% Coral' })
    expect(await names('useradmin')).toEqual(['100% Coral', 'Alpha', 'beta'])
    expect(await names('useradmin', { sort: 'created_on', order: 'desc' })).toEqual(['100% Coral', 'Alpha', 'beta'])
    expect(await names('useradmin', { name: 'ALPHA' })).toEqual(['Alpha', 'beta'])
    expect(await names('useradmin', { name: '%' })).toEqual(['100% Coral'])
    expect(await names('useradmin', { list_type: 'dynamic' })).toEqual(['Alpha'])
    expect(await names('useradmin', { shared: true })).toEqual(['beta'])
    expect(await names('useradmin', { limit: 2, page: 2 })).toEqual(['beta'])
  })
})

describe('updateList', () => {
  it('[CALL-142] changes what is given, leaves the rest, and notes which fields', async () => {
    const { id } = await create({ description: 'Who came', user_ids: [idOf('investor')] })
    await stack.as('useradmin').updateList({ id, list_name: 'Backers' })
    await stack.as('useradmin').updateList({ id, list_name: 'Backers' })
    await stack.as('useradmin').updateList({ id, user_ids: [idOf('member')] })
    expect(await stack.as('useradmin').getList({ id })).toMatchObject({ list_name: 'Backers', description: 'Who came' })
    expect(await emails(id)).toEqual(['member@quill.test'])
    const { items } = await stack.as('useradmin').getListHistory({ id })
    expect(items.map(({ action, user_name, fields }) => [action, user_name, fields])).toEqual([
      ['list.update', 'Uma Useradmin', ['user_ids']],
      ['list.update', 'Uma Useradmin', ['list_name']],
      ['list.create', 'Uma Useradmin', []],
    ])
  })

  it('is for the owner; for admins too, once it is shared, but for the sharing', async () => {
    const { id } = await create({ shared: true })
    const change = (by: PersonName, more: object) => outcomesOf([stack.as(by).updateList({ id, ...more })])
    expect(await change('pitchadmin', { list_name: 'Mine' })).toEqual(['NoPermission'])
    expect(await change('admin', { description: 'Mended' })).toEqual(['done'])
    expect(await change('admin', { shared: false })).toEqual(['NoPermission'])
    expect(await change('lumenAdmin', { list_name: 'Mine' })).toEqual(['ListNotFound'])
    expect(await stack.as('pitchadmin').getList({ id })).toMatchObject({ may_change: false, is_owner: false })
    expect(await stack.as('admin').getList({ id })).toMatchObject({ may_change: true, description: 'Mended' })
  })

  it('never makes a static list dynamic, nor the other way round', async () => {
    const { id } = await create()
    const found = await create({ list_name: 'Found', list_type: 'dynamic' })
    const as = stack.as('useradmin')
    expect(await outcomesOf([as.updateList({ id, dynamic: { role: 'vc' } })])).toEqual(['ListTypeForbids'])
    expect(await outcomesOf([as.updateList({ id: found.id, user_ids: [] })])).toEqual(['ListTypeForbids'])
    await as.updateList({ id: found.id, dynamic: { role: 'member' } })
    expect(await emails(found.id)).toEqual(['member@quill.test'])
  })
})

describe('deleteList', () => {
  it('[CALL-143] takes a list away, and gives it back for 30 days unless its name was given away', async () => {
    const { id } = await create({ user_ids: [idOf('investor')] })
    const as = stack.as('useradmin')
    await as.deleteList({ id })
    expect(await names('useradmin')).toEqual([])
    expect(await names('useradmin', { deleted: true })).toEqual(['Angels'])
    expect(await outcomesOf([as.getList({ id }), as.deleteList({ id })])).toEqual(['ListNotFound', 'ListNotFound'])
    const again = await create()
    expect(await outcomesOf([as.restoreList({ id })])).toEqual(['ListExists'])
    await as.updateList({ id: again.id, list_name: 'Other' })
    await as.restoreList({ id })
    expect(await emails(id)).toEqual(['investor@quill.test'])
    expect(await stack.actionsOn(id)).toEqual(['list.create', 'list.delete', 'list.restore'])
    await as.deleteList({ id })
    await stack.db
      .update(contactList)
      .set({ deletedAt: new Date(Date.now() - 31 * day) })
      .where(eq(contactList.id, id))
    expect(await outcomesOf([as.restoreList({ id })])).toEqual(['ListNotFound'])
    await listJobs.purgeList({ listId: id }, stack.frame)
    expect(await stack.db.$count(contactListMember)).toBe(0)
  })

  it('is refused to those who only use the list', async () => {
    const { id } = await create({ shared: true })
    expect(await outcomesOf([stack.as('pitchadmin').deleteList({ id })])).toEqual(['NoPermission'])
    expect(await outcomesOf([stack.as('admin').deleteList({ id })])).toEqual(['done'])
    expect(await names('pitchadmin', { deleted: true })).toEqual([])
    expect(await outcomesOf([stack.as('pitchadmin').restoreList({ id })])).toEqual(['NoPermission'])
    expect(await outcomesOf([stack.as('admin').restoreList({ id })])).toEqual(['done'])
  })
})

it('keeps a removed list that is used again from the purge', async () => {
  const { id } = await create()
  await stack.as('useradmin').deleteList({ id })
  await stack.as('useradmin').restoreList({ id })
  await listJobs.purgeList({ listId: id }, stack.frame)
  expect(await names('useradmin')).toEqual(['Angels'])
})

it('forgets a person who is deleted for good: in lists of others, their own, and what they shared has no owner', async () => {
  const [person] = await stack.db
    .insert(account)
    .values({
      ...{ organisationId: stack.people.admin.organisationId, email: 'gone@quill.test', firstname: 'Gone' },
      ...{ roles: ['pitchadmin'], state: 'active' as const },
    })
    .returning()
  const id = person?.id ?? ''
  const list = await create({ list_name: 'Others' }, 'admin')
  await stack.as('admin').addListMembers({ list_id: list.id, user_ids: [id] })
  const cold = await create({ list_name: 'Contacts' }, 'admin')
  const { organisationId } = stack.people.admin
  await stack.db.insert(contactListMember).values({
    ...{ listId: cold.id, organisationId, email: 'gone@quill.test', address: 'gone@quill.test', firstname: 'Gone' },
  })
  const own = { organisationId, ownerId: id, type: 'static' as const }
  await stack.db.insert(contactList).values([
    { ...own, name: 'Private' },
    { ...own, name: 'Shared', shared: true },
  ])
  await stack.db
    .update(account)
    .set({ deletedAt: new Date(Date.now() - 31 * day) })
    .where(eq(account.id, id))
  await usersJobs.purgeUser({ accountId: id }, stack.frame)
  expect(await stack.db.$count(contactListMember)).toBe(0)
  expect(await names('admin')).toEqual(['Contacts', 'Others', 'Shared'])
  const shared = (await stack.as('admin').getListList({ name: 'Shared' })).items[0]
  expect(shared).toMatchObject({ owner_name: '', may_change: true })
})
