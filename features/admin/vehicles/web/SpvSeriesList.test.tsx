import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { testCompany } from '#features/admin/companies/web/testCompany.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'
import { testSeries, testSpv } from './testSpv.ts'

const row = testSeries
const name = row.spv_series_name
const open = (answers: Answers = {}, at = `/spv/series?spv_id=${testSpv.id}`) =>
  renderAt(at, {
    getSpvSeriesList: () => ({ items: [row], total: 1 }),
    getSpvSeries: () => row,
    getSpv: () => testSpv,
    getSpvList: () => ({ items: [testSpv], total: 1 }),
    getCompanyList: () => ({ items: [testCompany], total: 1 }),
    ...answers,
  })
const refuse = () => {
  throw new CallFailed('Unavailable')
}

describe('the series of an SPV', () => {
  it('[PROD-038, CALL-230] are opened from the SPV, and searched by its address', async () => {
    const { user, choose, inputOf } = await open({}, '/spv/list')
    await choose(`Actions for ${testSpv.spv_legal_name}`, 'Series')
    expect(await screen.findByRole('heading', { name: `Series of ${testSpv.spv_legal_name}` })).toBeTruthy()
    for (const text of [name, 'US$25,000', 'Open', '2 of 99', 'US$75,000'])
      expect(await screen.findByRole('cell', { name: text })).toBeTruthy()
    expect(inputOf('getSpvSeriesList')).toMatchObject({ spv_id: testSpv.id, sort: 'name', order: 'asc' })
    await user.click(screen.getByRole('button', { name: /Last changed/ }))
    await waitFor(() => expect(inputOf('getSpvSeriesList')).toMatchObject({ sort: 'updated_on' }))
  })

  it('say how many wait for a seat', async () => {
    const full = { ...row, status: 'full', seats_taken: 99, waiting: 2 } as const
    await open({ getSpvSeriesList: () => ({ items: [full], total: 1 }) })
    expect(await screen.findByRole('cell', { name: '99 of 99 (2 waiting)' })).toBeTruthy()
  })

  it('[ERR-074] are added with the amount as it was understood', async () => {
    const { user, inputOf } = await open({ createSpvSeries: () => ({ id: row.id }) })
    await user.click(await screen.findByRole('button', { name: 'Add series' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Add series' }))
    const create = () => user.click(drawer.getByRole('button', { name: 'Add' }))
    await create()
    expect((await drawer.findAllByText('Enter a value.')).length).toBeGreaterThan(1)
    await user.fill(drawer.getByRole('textbox', { name: 'Series name' }), 'Series B')
    await user.click(drawer.getByRole('combobox', { name: 'Company' }))
    await user.click(await screen.findByRole('option', { name: testCompany.company_name }))
    await user.fill(drawer.getByRole('textbox', { name: 'Minimum co-investment' }), '50k')
    await user.fill(drawer.getByRole('textbox', { name: 'Maximum investors' }), '99')
    await create()
    expect(await screen.findByText('Series B was added.')).toBeTruthy()
    expect(inputOf('createSpvSeries')).toMatchObject({
      ...{ spv_id: testSpv.id, company_id: testCompany.id, spv_series_name: 'Series B' },
      ...{ minimum_co_investment: '$50,000', maximum_of_investors: '99', currency: 'USD', status: 'forming' },
    })
  })

  it('[ERR-074] are changed only where they were changed', async () => {
    const { user, choose, inputOf } = await open({ updateSpvSeries: () => ({ id: row.id }) })
    await choose(`Actions for ${name}`, 'Edit')
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit series' }))
    const most = await drawer.findByRole('textbox', { name: 'Maximum investors' })
    await user.clear(most)
    await user.type(most, '100')
    await user.click(drawer.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(`${name} was saved.`)).toBeTruthy()
    expect(inputOf('updateSpvSeries')).toEqual({ id: row.id, maximum_of_investors: '100' })
  })

  it('[ERR-074] say at the act that it failed, and keep what was typed', async () => {
    const { user, choose } = await open({ updateSpvSeries: refuse, deleteSpvSeries: refuse, createSpvSeries: refuse })
    await choose(`Actions for ${name}`, 'Edit')
    const drawer = within(await screen.findByRole('dialog'))
    const field = await drawer.findByRole<HTMLInputElement>('textbox', { name: 'Series name' })
    await user.type(field, ' II')
    await user.click(drawer.getByRole('button', { name: 'Save' }))
    expect(await drawer.findByText('Save failed')).toBeTruthy()
    expect(field.value).toBe(`${name} II`)
    await user.keyboard('{Escape}')
    await choose(`Actions for ${name}`, 'Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete series' }))
    await user.click(dialog.getByRole('button', { name: 'Delete series' }))
    expect(await dialog.findByText('Delete failed')).toBeTruthy()
  })

  it('[ERR-074] are deleted after a question, and come back', async () => {
    const { user, choose, inputOf } = await open({ deleteSpvSeries: () => ({}), restoreSpvSeries: () => ({}) })
    await choose(`Actions for ${name}`, 'Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete series' }))
    await user.click(dialog.getByRole('button', { name: 'Delete series' }))
    expect(await screen.findByText(`${name} was deleted.`)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('restoreSpvSeries')).toEqual({ id: row.id }))
  })

  it('say what to do when there is none, and offer a retry', async () => {
    await open({ getSpvSeriesList: () => ({ items: [], total: 0 }) })
    expect(await screen.findByText('No series yet.')).toBeTruthy()
  })
})
