import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const pitch = {
  id: 12,
  uuid: '00000000-0000-4000-8000-000000000012',
  presentation_name: 'Seed round',
  presenter_name: 'Paul',
  company_name: 'Quill Co',
}
const user = {
  user_id: '00000000-0000-4000-8000-000000000013',
  firstname: 'Seda',
  lastname: 'Quill',
  email: 'seda+q@quill.example',
}
const company = { id: '00000000-0000-4000-8000-000000000014', company_name: 'Sedum', legal_name: 'Sedum GmbH' }
const lists = {
  getPitchListForEp: (input: Record<string, string>) =>
    input['name'] ? { items: [pitch], total: 1 } : { items: [], total: 0 },
  getUserListForEp: () => ({ items: [user], total: 1 }),
  getCompanyList: () => ({ items: [company], total: 1 }),
}

describe('the search', () => {
  it('opens by Ctrl K, finds pitches, people, companies and pages, and goes to the chosen one by keyboard', async () => {
    const seen = await renderAt('/mydashboard/index', { ...signedInAs('admin'), ...lists })
    await screen.findByRole('heading', { name: 'My dashboard' })
    await seen.user.keyboard('{Control>}k{/Control}')
    await seen.user.type(await screen.findByRole('combobox', { name: 'Search' }), 'se')
    const list = screen.getByRole('listbox', { name: 'Search' })
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('option')
          .slice(0, 3)
          .map(({ textContent }) => textContent),
      ).toEqual(['Seed roundPaul · Quill CoPitch', 'Seda Quillseda+q@quill.exampleUser', 'SedumSedum GmbHCompany']),
    )
    expect(seen.inputOf('getUserListForEp')).toMatchObject({ name: 'se', limit: '5' })
    await seen.user.keyboard('{ArrowDown}')
    expect(
      within(list)
        .getAllByRole('option', { selected: true })
        .map(({ textContent }) => textContent),
    ).toEqual(['Seda Quillseda+q@quill.exampleUser'])
    await seen.user.keyboard('{Enter}')
    await waitFor(() => expect(seen.where.address).toBe(`/user-management/list?user=${user.user_id}`))
  })

  it('asks for nothing that the person may not see', async () => {
    const seen = await renderAt('/mydashboard/index', { ...signedInAs('vc'), ...lists })
    await seen.user.click(await screen.findByRole('button', { name: 'Search' }))
    await seen.user.type(await screen.findByRole('combobox', { name: 'Search' }), 'dash')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    expect(screen.getByRole('option').textContent).toBe('My dashboardPage')
    expect(seen.inputOf('getPitchListForEp')).toBeUndefined()
    expect(seen.inputOf('getUserListForEp')).toBeUndefined()
    expect(seen.inputOf('getCompanyList')).toBeUndefined()
    await seen.user.keyboard('zzz')
    expect(await screen.findByText('No matches.')).toBeTruthy()
  })
})
