import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { spv } from '#features/core/vehicle/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { vehiclesJobs } from './jobs.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(spv)
  await stack.db.delete(auditEntry)
})

const place = { country: 'US', state: 'DE', registered_agent: 'Harbour Agents, Inc.' }
const fields = { spv_legal_name: 'Quill Master LLC', ...place }
const twice = (ein: string) => ({ ein, ein_again: ein })
type Fields = Parameters<ReturnType<Stack['as']>['createSpv']>[0]
const create = (more: Partial<Fields> = {}, by: PersonName = 'admin') =>
  stack.as(by).createSpv({ ...fields, ...twice('12-3456789'), ...more })
const listed = async (by: PersonName, asked = {}) => (await stack.as(by).getSpvList(asked)).items
const names = async (by: PersonName, asked = {}) => (await listed(by, asked)).map(row => row.spv_legal_name)
const read = (id: string) => stack.as('pitchadmin').getSpv({ id })

describe('getSpvList', () => {
  it('[CALL-152, PERM-016, PERM-071] is of the own organization, and of all for a superadmin, who sees whose each is', async () => {
    await create()
    await create({}, 'lumenAdmin')
    for (const by of ['admin', 'pitchadmin', 'lumenAdmin'] as const)
      expect(await names(by)).toEqual(['Quill Master LLC'])
    const all = await listed('superadmin')
    expect(all.map(({ org_name }) => org_name).sort()).toEqual(['Lumen Partners', 'Quill Ventures'])
  })

  it('is searched, sorted and comes in pages', async () => {
    await create({ spv_legal_name: 'beta', registered_agent: 'Alphabet' })
    await create({ spv_legal_name: 'Alpha', country: 'SG', state: 'Singapore', ...twice('98-7654321') })
    expect(await names('admin')).toEqual(['Alpha', 'beta'])
    expect(await names('admin', { order: 'desc' })).toEqual(['beta', 'Alpha'])
    expect(await names('admin', { sort: 'created_on' })).toEqual(['beta', 'Alpha'])
    expect(await names('admin', { sort: 'country', limit: 1, page: 2 })).toEqual(['beta'])
    expect(await names('admin', { name: 'ALPHA' })).toEqual(['Alpha', 'beta'])
    expect(await names('admin', { name: '12-3456789' })).toEqual([])
  })
})

describe('createSpv', () => {
  it('[PROD-037, CALL-149, ENT-067] keeps every field', async () => {
    const { id } = await create()
    const organisation = { org_id: stack.people.admin.organisationId, org_name: 'Quill Ventures' }
    expect(await read(id)).toMatchObject({ id, ...fields, ...organisation, ein: '12-3456789', deleted: false })
  })

  it.each(['spv_legal_name', 'ein', 'country', 'state', 'registered_agent'] as const)(
    '[RULE-069] refuses an empty %s, and no change empties it',
    async field => {
      await expect(create({ [field]: ' ' })).rejects.toMatchObject({
        code: 'InputInvalid',
        fields: { [field]: expect.any(String) },
      })
      const { id } = await create()
      const before = await read(id)
      await outcomesOf([
        stack.as('admin').updateSpv({ id, [field]: '' }),
        stack.as('admin').updateSpv({ id, [field]: ' ' }),
      ])
      expect(await read(id)).toEqual(before)
    },
  )

  it('[RULE-067, RULE-068] takes an EIN that was entered twice the same, and an assigned one', async () => {
    const refused = async (more: Partial<Fields>, broken: object) =>
      expect(create(more)).rejects.toMatchObject({ code: 'InputInvalid', fields: broken })
    await refused({ ein_again: '12-3456780' }, { ein_again: 'einTwice' })
    await refused({ ein_again: '' }, { ein_again: 'einTwice' })
    await refused(twice('00-3456789'), { ein: 'ein' })
    await refused({ state: 'Bavaria' }, { state: 'state' })
    const { id } = await create(twice('123456789'))
    expect((await read(id)).ein).toBe('12-3456789')
  })

  it('gives an EIN once in an organization, also to two at once', async () => {
    expect(await outcomesOf([create(), create(twice('123456789'))])).toEqual(['SpvExists', 'done'])
    await expect(create()).rejects.toMatchObject({ code: 'SpvExists', fields: { ein: 'SpvExists' } })
    await create({}, 'lumenAdmin')
    expect(await names('admin')).toHaveLength(1)
  })

  it('is for another organization only where a superadmin says so', async () => {
    const org_id = stack.people.lumenAdmin.organisationId
    expect(await outcomesOf([create({ org_id })])).toEqual(['NoPermission'])
    await create({ org_id }, 'superadmin')
    expect(await names('lumenAdmin')).toEqual(['Quill Master LLC'])
  })
})

describe('an EIN', () => {
  it('is masked in lists, and whole for the form that changes it', async () => {
    const { id } = await create()
    expect((await listed('admin')).map(({ ein }) => ein)).toEqual(['••-•••6789'])
    expect((await read(id)).ein).toBe('12-3456789')
  })

  it('stands in no row of the database, bare or hashed alike in two organizations', async () => {
    const { id } = await create()
    await stack.as('admin').updateSpv({ id, ...twice('98-7654321'), spv_legal_name: 'Quill II' })
    await create(twice('98-7654321'), 'lumenAdmin')
    const rows = await stack.db.select().from(spv)
    expect(new Set(rows.map(({ einStamp }) => einStamp)).size).toBe(2)
    const kept = JSON.stringify([rows, await stack.db.select().from(auditEntry)])
    expect(kept).not.toMatch(/12-?3456789|98-?7654321/)
  })

  it('cannot be read from another row', async () => {
    const { id } = await create()
    const other = await create(twice('98-7654321'))
    const [row] = await stack.db.select().from(spv).where(eq(spv.id, id))
    await stack.db
      .update(spv)
      .set({ ein: row?.ein ?? '' })
      .where(eq(spv.id, other.id))
    expect((await read(other.id)).ein).toBe('')
  })
})

describe('updateSpv', () => {
  it('[CALL-150] changes what is given, leaves the rest, and notes which fields', async () => {
    const { id } = await create()
    await stack.as('pitchadmin').updateSpv({ id, registered_agent: 'Bay Agents' })
    expect(await read(id)).toMatchObject({ ...fields, ein: '12-3456789', registered_agent: 'Bay Agents' })
    await stack.as('admin').updateSpv({ id, registered_agent: 'Bay Agents', ...twice('123456789') })
    await stack.as('admin').updateSpv({ id, spv_legal_name: 'Quill II', ...twice('98-7654321') })
    expect((await read(id)).ein).toBe('98-7654321')
    const entries = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, id)).orderBy(auditEntry.id)
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['spv.create', { name: 'Quill Master LLC' }],
      ['spv.update', { name: 'Quill Master LLC', fields: ['registered_agent'] }],
      ['spv.update', { name: 'Quill II', from: 'Quill Master LLC', to: 'Quill II', fields: ['spv_legal_name', 'ein'] }],
    ])
  })

  it('[RULE-068] wants a new EIN twice, and holds a change to the rules of the fields that it leaves', async () => {
    const { id } = await create()
    const change = (more: object) => stack.as('admin').updateSpv({ id, ...more })
    await expect(change({ ein: '98-7654321' })).rejects.toMatchObject({ fields: { ein_again: 'einTwice' } })
    await expect(change({ state: 'Bavaria' })).rejects.toMatchObject({ fields: { state: 'state' } })
    await change({ country: 'DE', state: 'Bavaria' })
    await expect(change({ country: 'US' })).rejects.toMatchObject({ fields: { state: 'state' } })
  })

  it('gives no EIN that another one has, also when two take it at the same moment', async () => {
    const ids = [await create(), await create(twice('98-7654321'))]
    const changed = ids.map(({ id }) => stack.as('admin').updateSpv({ id, ...twice('45-1234567') }))
    expect(await outcomesOf(changed)).toEqual(['SpvExists', 'done'])
  })
})

describe('deleteSpv and restoreSpv', () => {
  it('[CALL-151] take it off the list and put it back, each once', async () => {
    const { id } = await create()
    const restore = () => stack.as('admin').restoreSpv({ id })
    expect(await outcomesOf([restore()])).toEqual(['SpvNotFound'])
    expect(await outcomesOf([1, 2].map(() => stack.as('admin').deleteSpv({ id })))).toEqual(['SpvNotFound', 'done'])
    expect(await names('admin')).toEqual([])
    expect(await names('admin', { deleted: true })).toEqual(['Quill Master LLC'])
    await restore()
    expect(await names('admin')).toEqual(['Quill Master LLC'])
    expect(await stack.actionsOn(id)).toEqual(['spv.create', 'spv.delete', 'spv.restore'])
  })

  it('give the EIN away meanwhile', async () => {
    const { id } = await create()
    await stack.as('admin').deleteSpv({ id })
    await create()
    expect(await outcomesOf([stack.as('admin').restoreSpv({ id })])).toEqual(['SpvExists'])
  })

  it('end after 30 days, when it is removed for good', async () => {
    const { id } = await create()
    const { id: fresh } = await create(twice('98-7654321'))
    for (const one of [id, fresh]) await stack.as('admin').deleteSpv({ id: one })
    await stack.db
      .update(spv)
      .set({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(spv.id, id))
    expect(await outcomesOf([stack.as('admin').restoreSpv({ id })])).toEqual(['SpvNotFound'])
    for (const spvId of [id, fresh]) await vehiclesJobs.purgeSpv({ spvId }, stack.frame)
    expect((await stack.db.select().from(spv)).map(row => row.id)).toEqual([fresh])
  })
})

it('an admin reads and changes no SPV of another organization, and none that is not there', async () => {
  const { id } = await create()
  const gone = await create(twice('98-7654321'))
  await stack.as('admin').deleteSpv(gone)
  const acts = (by: PersonName, id: string) => [
    stack.as(by).getSpv({ id }),
    stack.as(by).updateSpv({ id, state: 'CA' }),
    stack.as(by).deleteSpv({ id }),
  ]
  const all = [...acts('lumenAdmin', id), ...acts('admin', gone.id), stack.as('lumenAdmin').restoreSpv(gone)]
  expect(await outcomesOf(all)).toEqual(all.map(() => 'SpvNotFound'))
  await stack.as('superadmin').deleteSpv({ id })
})
