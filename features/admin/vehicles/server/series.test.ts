import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { spv, spvSeries } from '#features/core/vehicle/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { vehiclesJobs } from './jobs.ts'

let stack: Stack
let spv_id: string
let company_id: string
let numbered = 0
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const newSpv = (by: PersonName = 'admin') => {
  const ein = `12-${String(1_000_000 + ++numbered)}`
  const place = { country: 'US', state: 'DE', registered_agent: 'Agents' } as const
  return stack.as(by).createSpv({ spv_legal_name: `Quill ${numbered} LLC`, ein, ein_again: ein, ...place })
}
const newCompany = (by: PersonName = 'admin') => stack.as(by).createCompany({ company_name: `Harbour ${++numbered}` })
beforeEach(async () => {
  spv_id = (await newSpv()).id
  company_id = (await newCompany()).id
})

type Fields = Parameters<ReturnType<Stack['as']>['createSpvSeries']>[0]
const create = (more: Partial<Fields> = {}, by: PersonName = 'admin') =>
  stack.as(by).createSpvSeries({
    ...{ spv_id, company_id, spv_series_name: 'Series A', maximum_of_investors: 3 },
    ...more,
  })
const read = (id: string) => stack.as('pitchadmin').getSpvSeries({ id })
const names = async (asked = {}, by: PersonName = 'admin') =>
  (await stack.as(by).getSpvSeriesList({ spv_id, ...asked })).items.map(row => row.spv_series_name)

describe('createSpvSeries', () => {
  it('[PROD-038, CALL-227, ENT-068] keeps every field, the minimum with its currency', async () => {
    const fields = {
      ...{ status: 'open', date_of_formation: '2026-11-02', currency: 'KWD', maximum_of_investors: 99 },
      ...{ minimum_co_investment: 'KWD 25,000.500', spv_series_name: 'Series B' },
    } satisfies Partial<Fields>
    const { id } = await create(fields)
    expect(await read(id)).toMatchObject({ id, spv_id, company_id, ...fields, org_name: 'Quill Ventures' })
    const [row] = await stack.db.select().from(spvSeries).where(eq(spvSeries.id, id))
    expect(row?.minimumMinor).toBe(25_000_500n)
    const { id: plain } = await create({ minimum_co_investment: '25000.50' })
    expect(await read(plain)).toMatchObject({ minimum_co_investment: '$25,000.50', status: 'forming', currency: 'USD' })
  })

  it.each([
    [{ spv_series_name: ' ' }, 'spv_series_name'],
    [{ maximum_of_investors: 0 }, 'maximum_of_investors'],
    [{ maximum_of_investors: -1 }, 'maximum_of_investors'],
    [{ maximum_of_investors: 1.5 }, 'maximum_of_investors'],
    [{ minimum_co_investment: '$0' }, 'minimum_co_investment'],
    [{ minimum_co_investment: 'EUR 5' }, 'minimum_co_investment'],
    [{ currency: 'JPY', minimum_co_investment: '0.5' }, 'minimum_co_investment'],
    [{ date_of_formation: '2026-02-30' }, 'date_of_formation'],
    [{ status: 'full' }, 'status'],
    [{ currency: 'XXX' }, 'currency'],
  ])('[ENT-068] refuses %j, and no change makes it so', async (more, field) => {
    const refusal = { code: 'InputInvalid', fields: { [field]: expect.any(String) } }
    await expect(create(more as Partial<Fields>)).rejects.toMatchObject(refusal)
    const { id } = await create()
    await expect(stack.as('admin').updateSpvSeries({ id, ...(more as object) })).rejects.toMatchObject(refusal)
  })

  it('takes SPV and company of one organization alone, and none that is gone', async () => {
    const [theirSpv, theirCompany] = [await newSpv('lumenAdmin'), await newCompany('lumenAdmin')]
    const refused = { code: 'CompanyNotFound', fields: { company_id: 'CompanyNotFound' } }
    await expect(create({ company_id: theirCompany.id })).rejects.toMatchObject(refused)
    await expect(create({ company_id: theirCompany.id }, 'superadmin')).rejects.toMatchObject(refused)
    expect(await outcomesOf([create({ spv_id: theirSpv.id })])).toEqual(['SpvNotFound'])
    const { id } = await create()
    const move = (by: PersonName) => stack.as(by).updateSpvSeries({ id, company_id: theirCompany.id })
    for (const by of ['admin', 'superadmin'] as const) await expect(move(by)).rejects.toMatchObject(refused)
    const gone = await newCompany()
    await stack.as('admin').deleteCompany(gone)
    await expect(create({ company_id: gone.id })).rejects.toMatchObject(refused)
  })

  it('gives a name once in an SPV, whatever its case and also to two at once', async () => {
    expect(await outcomesOf([create(), create({ spv_series_name: 'series a' })])).toEqual(['SeriesExists', 'done'])
    const other = await newSpv()
    await create({ spv_id: other.id })
  })
})

describe('getSpvSeriesList', () => {
  it('[CALL-230] is searched by series and company, filtered, sorted, and fenced', async () => {
    await create({ spv_series_name: 'beta', status: 'open' })
    await create({ spv_series_name: 'Alpha' })
    expect(await names()).toEqual(['Alpha', 'beta'])
    expect(await names({ order: 'desc', limit: 1, page: 2 })).toEqual(['Alpha'])
    expect(await names({ status: 'open' })).toEqual(['beta'])
    expect(await names({ name: 'BET' })).toEqual(['beta'])
    expect(await names({ name: 'harbour' })).toEqual(['Alpha', 'beta'])
    expect(await names({}, 'superadmin')).toEqual(['Alpha', 'beta'])
    expect(await names({}, 'lumenAdmin')).toEqual([])
  })
})

describe('updateSpvSeries', () => {
  it('[CALL-228] changes what is given, leaves the rest, and notes which fields', async () => {
    const { id } = await create({ minimum_co_investment: '$5' })
    await stack.as('pitchadmin').updateSpvSeries({ id, status: 'open' })
    expect(await read(id)).toMatchObject({ status: 'open', minimum_co_investment: '$5', maximum_of_investors: 3 })
    await stack.as('admin').updateSpvSeries({ id, spv_series_name: 'Series B', minimum_co_investment: '' })
    expect(await read(id)).toMatchObject({ spv_series_name: 'Series B', minimum_co_investment: '' })
    await stack.as('admin').updateSpvSeries({ id, status: 'open' })
    expect(await stack.actionsOn(id)).toEqual(['series.create', 'series.update', 'series.update'])
  })

  it('takes no name that another series of the SPV has', async () => {
    await create()
    const { id } = await create({ spv_series_name: 'Series B' })
    const change = stack.as('admin').updateSpvSeries({ id, spv_series_name: 'SERIES A' })
    await expect(change).rejects.toMatchObject({ code: 'SeriesExists', fields: { spv_series_name: 'SeriesExists' } })
  })

  it('takes no minimum into a currency that does not have it', async () => {
    const { id } = await create({ minimum_co_investment: '$5.50' })
    const change = stack.as('admin').updateSpvSeries({ id, currency: 'JPY' })
    await expect(change).rejects.toMatchObject({ fields: { minimum_co_investment: 'amountNotAllowed' } })
    await stack.as('admin').updateSpvSeries({ id, currency: 'JPY', minimum_co_investment: '500' })
    expect((await read(id)).minimum_co_investment).toBe('JPY 500')
  })
})

describe('deleteSpvSeries and restoreSpvSeries', () => {
  it('[CALL-229] take it off the list and put it back, each once', async () => {
    const { id } = await create()
    expect(await outcomesOf([1, 2].map(() => stack.as('admin').deleteSpvSeries({ id })))).toEqual([
      'SeriesNotFound',
      'done',
    ])
    expect(await names()).toEqual([])
    expect(await names({ deleted: true })).toEqual(['Series A'])
    await stack.as('admin').restoreSpvSeries({ id })
    expect(await names()).toEqual(['Series A'])
    expect(await stack.actionsOn(id)).toEqual(['series.create', 'series.delete', 'series.restore'])
  })

  it('give the name away meanwhile, and end after 30 days', async () => {
    const { id } = await create()
    await stack.as('admin').deleteSpvSeries({ id })
    await create()
    expect(await outcomesOf([stack.as('admin').restoreSpvSeries({ id })])).toEqual(['SeriesExists'])
    const longAgo = new Date(Date.now() - 31 * 86_400_000)
    await stack.db.update(spvSeries).set({ deletedAt: longAgo }).where(eq(spvSeries.id, id))
    expect(await outcomesOf([stack.as('admin').restoreSpvSeries({ id })])).toEqual(['SeriesNotFound'])
    await vehiclesJobs.purgeSpvSeries({ seriesId: id }, stack.frame)
    expect(await stack.db.$count(spvSeries, eq(spvSeries.id, id))).toBe(0)
  })

  it('keep the SPV and the company of a series, until it is deleted, also of two acts at once', async () => {
    const { id } = await create()
    const admin = stack.as('admin')
    const deleteBoth = () => [admin.deleteSpv({ id: spv_id }), admin.deleteCompany({ id: company_id })]
    expect(await outcomesOf(deleteBoth())).toEqual(['CompanyInUse', 'SpvHasSeries'])
    await admin.deleteSpvSeries({ id })
    const racing = await outcomesOf([create({ spv_series_name: 'Late' }), ...deleteBoth()])
    const [left] = await stack.db.select().from(spv).where(eq(spv.id, spv_id))
    expect([racing.includes('SpvHasSeries'), left?.deletedAt === null]).toEqual(
      racing.includes('SpvNotFound') ? [false, false] : [true, true],
    )
  })

  it('restore no series whose company is gone', async () => {
    const { id } = await create()
    await stack.as('admin').deleteSpvSeries({ id })
    await stack.as('admin').deleteCompany({ id: company_id })
    expect(await outcomesOf([stack.as('admin').restoreSpvSeries({ id })])).toEqual(['CompanyNotFound'])
  })
})

it('an admin reads and changes no series of another organization', async () => {
  const { id } = await create()
  const theirs = stack.as('lumenAdmin')
  const acts = [
    theirs.getSpvSeries({ id }),
    theirs.updateSpvSeries({ id, status: 'open' }),
    theirs.deleteSpvSeries({ id }),
  ]
  expect(await outcomesOf([...acts, theirs.restoreSpvSeries({ id })])).toEqual(Array(4).fill('SeriesNotFound'))
})
