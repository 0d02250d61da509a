import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'

const lines = [
  { line: 1, company_name: 'Acme', outcome: 'created', broken: {} },
  { line: 2, company_name: 'Beta', outcome: 'exists', broken: {} },
  { line: 3, company_name: 'Gamma', outcome: 'wrong', broken: { phone: 'phone' } },
]

async function open(answers: Answers = {}) {
  const seen = await renderAt('/companies', {
    getCompanyList: () => ({ items: [], total: 0 }),
    importCompanies: () => ({ unknown_columns: ['Color'], lines }),
    ...answers,
  })
  await seen.user.click(await screen.findByRole('button', { name: 'Import CSV' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Import companies' }))
  const input = () => document.querySelector('input[type=file][accept*=csv]') as HTMLInputElement
  const choose = (name: string, text: string) => seen.user.upload(input(), new File([text], name, { type: 'text/csv' }))
  return { ...seen, drawer, choose }
}

it('shows what a file would do before anything is written, and then does it', async () => {
  const { user, drawer, choose, inputOf } = await open()
  await choose('companies.csv', 'Name\nAcme\nBeta\nGamma')
  const table = within(await drawer.findByRole('table', { name: 'Preview' }))
  const rows = table.getAllByRole('row').map(row => row.textContent)
  // what needs a fix comes first
  expect(rows[1]).toMatch(/^3GammaSkip: needs fixingPhone: Enter a phone number/)
  expect(rows.slice(2)).toEqual(['1AcmeAdd', '2BetaSkip: already exists'])
  expect(drawer.getByText('Ignored columns: Color')).toBeTruthy()
  expect(inputOf('importCompanies')).toMatchObject({ dry: '1', update_existing: '0' })
  await user.click(drawer.getByRole('checkbox', { name: 'Update companies that already exist' }))
  await waitFor(() => expect(inputOf('importCompanies')).toMatchObject({ dry: '1', update_existing: '1' }))
  await user.click(drawer.getByRole('button', { name: 'Import 1 company' }))
  expect(await screen.findByText('1 company imported.')).toBeTruthy()
  expect(inputOf('importCompanies')).toMatchObject({ dry: '0', update_existing: '1' })
})

it('says what is wrong with a file', async () => {
  const { drawer, choose } = await open()
  await choose('empty.csv', ' ')
  expect((await drawer.findByRole('alert')).textContent).toBe('This file is empty.')
})

it('says what the server refuses, and offers nothing to import', async () => {
  const refuse = () => {
    throw new CallFailed('CompanyColumnMissing')
  }
  const { drawer, choose } = await open({ importCompanies: refuse })
  await choose('people.csv', 'Email\nada@quill.co')
  expect(await drawer.findByText(/no column for the company’s name/)).toBeTruthy()
  expect(drawer.queryByRole('button', { name: /^Import/ })).toBeNull()
})
