import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { renderAt } from '../testing/renderAt.tsx'

const user = (at: number) => ({
  user_id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  firstname: `Person ${at}`,
  lastname: 'Example',
  username: `person${at}`,
  email: `person${at}@quill.example`,
  company_name: 'Quill',
  roles: ['presenter'],
  state: 'active',
  org_id: '00000000-0000-4000-8000-000000000002',
  org_name: 'Quill',
  created_on: '2026-01-01T00:00:00Z',
  last_login: null,
  tags: [],
  removed_on: null,
})
const people = (total: number) => (input: Record<string, string>) => {
  const page = Number(input['page'])
  const limit = Number(input['limit'])
  const left = Math.max(0, Math.min(limit, total - (page - 1) * limit))
  return { total, items: Array.from({ length: left }, (_, at) => user((page - 1) * limit + at + 1)) }
}
const open = (address: string, total: number) => renderAt(address, { getUserListForEp: people(total) })

describe('a list', () => {
  it('[CONST-055] requests the page, order and filters of the address', async () => {
    const { inputOf } = await open('/user-management/list?page=3&limit=50&sort=email&order=asc&role=vc&name=ann', 137)
    await screen.findByText('Person 101 Example')
    expect(inputOf('getUserListForEp')).toEqual({
      page: '3',
      limit: '50',
      sort: 'email',
      order: 'asc',
      name: 'ann',
      role: 'vc',
    })
    expect(screen.getByText('Page 3 of 3')).toBeTruthy()
    expect(screen.getByText('137 entries')).toBeTruthy()
  })

  it('marks the cells that stay in sight in a narrow list, and labels the others', async () => {
    await open('/user-management/list', 3)
    const name = await screen.findByText('Person 1 Example')
    const cells = within(name.closest('tr') as HTMLElement).getAllByRole('cell')
    expect(cells.map(cell => cell.dataset['place'])).toEqual([
      'choose',
      'head',
      ...cells.slice(3).map(() => undefined),
      'acts',
    ])
    expect(cells.find(cell => cell.textContent === 'person1@quill.example')?.dataset['label']).toBe('Email')
    expect(name.getAttribute('title')).toBe('Person 1 Example')
  })

  it('says how many entries there are, exactly where more are counted than most lists count', async () => {
    await open('/user-management/list?page=2500', 50_000)
    expect(await screen.findByText('50,000 entries')).toBeTruthy()
    expect(screen.getByText('Page 2,500 of 2,500')).toBeTruthy()
  })

  it('ignores invalid values of the address', async () => {
    const { inputOf } = await open('/user-management/list?page=-4&limit=9999&sort=password&order=sideways', 3)
    await screen.findByText('Person 1 Example')
    expect(inputOf('getUserListForEp')).toEqual({ page: '1', limit: '20', sort: 'created_on', order: 'desc' })
  })

  it('turns pages in the address', async () => {
    const { user, where } = await open('/user-management/list', 45)
    const next = await screen.findByRole('button', { name: 'Next page' })
    expect(screen.getByRole('button', { name: 'Previous page' }).hasAttribute('disabled')).toBe(true)
    await user.click(next)
    await screen.findByText('Person 21 Example')
    expect(where.address).toBe('/user-management/list?page=2')
  })

  it('sorts by a column, then the other way round, and says so to screen readers', async () => {
    const { user, where } = await open('/user-management/list?page=2', 45)
    await user.click(await screen.findByRole('button', { name: 'Sort by Email' }))
    await waitFor(() => expect(where.address).toBe('/user-management/list?sort=email&order=asc'))
    expect(screen.getByRole('columnheader', { name: /Email/ }).getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: /Email, sorted ascending/ }))
    await waitFor(() => expect(where.address).toBe('/user-management/list?sort=email&order=desc'))
  })

  it('searches as the person types, from the first page', async () => {
    const { user, where, inputOf } = await open('/user-management/list?page=2', 45)
    await user.type(await screen.findByRole('searchbox', { name: 'Search by name or email' }), ' ann ')
    await waitFor(() => expect(where.address).toBe('/user-management/list?name=ann'))
    await waitFor(() => expect(inputOf('getUserListForEp')).toMatchObject({ name: 'ann', page: '1' }))
  })

  it('says what to do when the list is empty', async () => {
    await open('/user-management/list', 0)
    expect(await screen.findByText('No users yet.')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Add user' })).toHaveLength(2)
  })

  it('tells a search without a match from an empty list, and clears it', async () => {
    const { user, where } = await open('/user-management/list?name=nobody', 0)
    expect(await screen.findByText('No matches.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    await waitFor(() => expect(where.address).toBe('/user-management/list'))
  })

  it('shows a failure and retries', async () => {
    let broken = true
    const { user } = await renderAt('/user-management/list', {
      getUserListForEp: input => {
        if (broken) throw new CallFailed('Internal')
        return people(1)(input)
      },
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Something went wrong.')
    broken = false
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Person 1 Example')).toBeTruthy()
  })
})
