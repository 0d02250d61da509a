import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { testCompany } from './testCompany.ts'

const row = testCompany
const open = (answers: Answers = {}, at = '/companies') =>
  renderAt(at, {
    getCompanyList: () => ({ items: [row], total: 1 }),
    getCompany: () => row,
    ...answers,
  })

describe('[SCREEN-028, ROUTE-116] the list of companies', () => {
  it('is searched, filtered and sorted by its address', async () => {
    const { user, inputOf } = await open({}, '/companies?name=ac&industry=Mobile+Apps')
    expect(await screen.findByRole('cell', { name: /Acme Robotics, Inc\./ })).toBeTruthy()
    expect(screen.getByRole('cell', { name: 'San Francisco, United States' })).toBeTruthy()
    const asked = { page: '1', limit: '20', name: 'ac', industry: 'Mobile Apps' }
    expect(inputOf('getCompanyList')).toEqual({ ...asked, sort: 'name', order: 'asc' })
    await user.click(screen.getByRole('button', { name: /Last changed/ }))
    await waitFor(() => expect(inputOf('getCompanyList')).toMatchObject({ ...asked, sort: 'updated_on' }))
  })

  it.each(['superadmin', 'admin', 'useradmin', 'pitchadmin'] as const)('[PERM-012] is open to %s', async role => {
    await open(signedInAs(role))
    expect(await screen.findByRole('heading', { name: 'Companies' })).toBeTruthy()
    expect(await screen.findByText('Acme')).toBeTruthy()
  })
  it.each(['presenter', 'vc', 'member'] as const)('[PERM-012] is closed to %s', async role => {
    const { made } = await open(signedInAs(role))
    await screen.findByText(/No permission/)
    expect(made.map(({ call }) => call)).not.toContain('getCompanyList')
  })

  it('says what to do when it is empty, and offers a retry when it fails', async () => {
    await open({ getCompanyList: () => ({ items: [], total: 0 }) })
    expect(await screen.findByText('No companies yet.')).toBeTruthy()
  })
  it('offers a retry when it fails', async () => {
    const refuse = () => {
      throw new CallFailed('Unavailable')
    }
    await open({ getCompanyList: refuse })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('leads superadmins, and nobody else, to the companies that are submitted for verification', async () => {
    await open(signedInAs('superadmin'))
    const link = await screen.findByRole('link', { name: 'Enterprise verification' })
    expect(link.getAttribute('href')).toBe('/system_validation/bussinessindex')
    cleanup()
    await open(signedInAs('admin'))
    expect(await screen.findByText('Acme')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Enterprise verification' })).toBeNull()
  })

  it('is exported as it is filtered and sorted', async () => {
    const file = { filename: 'companies.csv', csv: 'x', rows: 1, total: 1 }
    const { user, inputOf } = await open({ exportCompanies: () => file }, '/companies?name=ac')
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    expect(await screen.findByText('1 company exported.')).toBeTruthy()
    expect(inputOf('exportCompanies')).toEqual({ name: 'ac', sort: 'name', order: 'asc' })
  })
})

describe('a company', () => {
  it('[RULE-040, ERR-048, ERR-072] is created once its name is there, and says at its name that it is taken', async () => {
    let isTaken = true
    const { user, inputOf } = await open({
      createCompany: () => {
        if (isTaken) throw new CallFailed('CompanyExists', { company_name: 'CompanyExists' })
        return { id: row.id }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Add company' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Add company' }))
    await user.click(drawer.getByRole('button', { name: 'Add' }))
    expect(await drawer.findAllByText('Enter a value.')).toHaveLength(1)
    expect(inputOf('createCompany')).toBeUndefined()
    const name = drawer.getByRole('textbox', { name: /^Name/ })
    await user.fill(name, 'A name of 21 letters.')
    expect(await drawer.findByText('Use at most 20 characters.')).toBeTruthy()
    await user.clear(name)
    await user.fill(name, 'Acme')
    await user.fill(drawer.getByRole('textbox', { name: 'Website' }), 'acme.com')
    await user.click(drawer.getByRole('button', { name: 'Add' }))
    expect(await drawer.findByText('A company with this name already exists. Choose another name.')).toBeTruthy()
    isTaken = false
    await user.click(drawer.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('Acme was added.')).toBeTruthy()
    expect(inputOf('createCompany')).toEqual({ company_name: 'Acme', website: 'acme.com' })
  })

  it('[RULE-070, RULE-073, RULE-074] shows a wrong format at its field before anything is sent', async () => {
    const { user, inputOf } = await open()
    await user.click(await screen.findByRole('button', { name: 'Add company' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Add company' }))
    await user.fill(drawer.getByRole('textbox', { name: /^Name/ }), 'Acme')
    await user.fill(drawer.getByRole('textbox', { name: 'YouTube' }), 'x.com/acme')
    await user.fill(drawer.getByRole('textbox', { name: 'ZIP or postal code' }), '94105')
    await user.click(drawer.getByRole('button', { name: 'Add' }))
    expect(await drawer.findByText(/Enter a YouTube channel/)).toBeTruthy()
    expect(drawer.getByText('Choose the country or region first.')).toBeTruthy()
    expect(inputOf('createCompany')).toBeUndefined()
  })

  it('[ERR-072] is changed, only where it was changed', async () => {
    const { user, choose, inputOf } = await open({ updateCompany: () => ({ id: row.id }) })
    await choose('Actions for Acme', 'Edit')
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit company' }))
    const city = await drawer.findByRole('textbox', { name: 'City' })
    await user.clear(city)
    await user.fill(city, 'Oakland')
    await user.click(drawer.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Acme was saved.')).toBeTruthy()
    expect(inputOf('updateCompany')).toEqual({ id: row.id, company_name: 'Acme', city: 'Oakland' })
  })

  const refuse = () => {
    throw new CallFailed('Unavailable')
  }
  it.each([
    ['Add', 'Add failed', 'X'],
    ['Save', 'Save failed', 'AcmeX'],
  ] as const)('[ERR-072] says at the act that it failed, and keeps what was typed: %s', async (act, said, kept) => {
    const { user, choose } = await open({ createCompany: refuse, updateCompany: refuse })
    if (act === 'Add') await user.click(await screen.findByRole('button', { name: 'Add company' }))
    else await choose('Actions for Acme', 'Edit')
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByRole('textbox', { name: /^Name/ }), 'X')
    await user.click(dialog.getByRole('button', { name: act }))
    expect(await dialog.findByText(said)).toBeTruthy()
    expect(dialog.getByDisplayValue(kept)).toBeTruthy()
  })
  it('[ERR-072] says that a deletion failed', async () => {
    const { user, choose } = await open({ deleteCompany: refuse })
    await choose('Actions for Acme', 'Delete')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete company' }))
    expect(await dialog.findByText('Delete failed')).toBeTruthy()
  })

  it('[ERR-072] is deleted after a question that says what goes with it, and comes back', async () => {
    const { user, choose, inputOf } = await open({ deleteCompany: () => ({}), restoreCompany: () => ({}) })
    await choose('Actions for Acme', 'Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete company' }))
    expect(dialog.getByText(/You can restore it for 30 days/)).toBeTruthy()
    expect(inputOf('deleteCompany')).toBeUndefined()
    await user.click(dialog.getByRole('button', { name: 'Delete company' }))
    expect(await screen.findByText('Acme was deleted.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('restoreCompany')).toEqual({ id: row.id }))
  })

  it('that was deleted can be restored from the list', async () => {
    const deleted = { items: [{ ...row, deleted: true }], total: 1 }
    const { choose, inputOf } = await open(
      { getCompanyList: () => deleted, restoreCompany: () => ({}) },
      '/companies?deleted=1',
    )
    await choose('Actions for Acme', 'Restore')
    expect(inputOf('getCompanyList')).toMatchObject({ deleted: '1' })
    expect(await screen.findByText('Acme was restored.')).toBeTruthy()
  })
})
