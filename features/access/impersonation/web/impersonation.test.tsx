import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { leavePage } from '#web/client/leavePage.ts'
import { person, renderAt } from '#web/testing/renderAt.tsx'

vi.mock('#web/client/leavePage.ts', () => ({ leavePage: vi.fn() }))

const acting = (until = Date.now() + 29.5 * 60_000) => ({
  ...person,
  roles: ['presenter'],
  impersonate_model: true,
  impersonate_userid: person.user_id,
  impersonator_name: 'Sam Super',
  impersonate_until: new Date(until).toISOString(),
})

beforeEach(() => {
  vi.mocked(leavePage).mockReset()
  sessionStorage.clear()
})

describe('during an impersonation', () => {
  it('[SHELL-014] says so above everything, and ends it by the close control', async () => {
    const { user, inputOf } = await renderAt('/admin/index', {
      getUserInfoByToken: () => acting(),
      endImpersonate: () => ({}),
    })
    const banner = await screen.findByRole('region', { name: 'Impersonation' })
    expect(banner.textContent).toContain('You’re impersonating Ada Okafor.')
    expect(banner.textContent).toContain('under your name, Sam Super')
    expect(banner.textContent).toContain('30 minutes left')
    await user.click(screen.getByRole('button', { name: 'Stop impersonating Ada Okafor' }))
    await waitFor(() => expect(leavePage).toHaveBeenCalledWith('/user-management/list'))
    expect(inputOf('endImpersonate')).toEqual({ how: 'banner', user_id: person.user_id })
  })

  it('[SHELL-012, SHELL-013] has an entry to end it where others sign out, and no sign-out', async () => {
    const { user, inputOf } = await renderAt('/admin/index', {
      getUserInfoByToken: () => acting(),
      endImpersonate: () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Your account: Ada Okafor' }))
    expect(screen.queryByRole('menuitem', { name: 'Sign out' })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'Stop impersonating Ada Okafor' }))
    await waitFor(() => expect(leavePage).toHaveBeenCalledWith('/user-management/list'))
    expect(inputOf('endImpersonate')?.['how']).toBe('signOut')
  })

  it('ends it when its time is over, and takes an end that came before for one', async () => {
    const over = () => {
      throw new CallFailed('ImpersonationEnded')
    }
    const { inputOf } = await renderAt('/admin/index', {
      getUserInfoByToken: () => acting(Date.now() - 1),
      endImpersonate: over,
    })
    await waitFor(() => expect(leavePage).toHaveBeenCalledWith('/user-management/list'))
    expect(inputOf('endImpersonate')?.['how']).toBe('timer')
  })

  it('[NAV-041] ends it with the page, and once more before the next page asks who it belongs to', async () => {
    const beacon = vi.fn(() => true)
    Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true })
    await renderAt('/admin/index', { getUserInfoByToken: () => acting() })
    await screen.findByRole('region', { name: 'Impersonation' })
    window.dispatchEvent(new Event('pagehide'))
    const [path, said] = beacon.mock.calls[0] as unknown as [string, URLSearchParams]
    expect(path).toBe('/webapi/rest/app/token/endImpersonate')
    expect(Object.fromEntries(said)).toEqual({ how: 'unload', user_id: person.user_id })
    const { made } = await renderAt('/admin/index', { endImpersonate: () => ({}) })
    await waitFor(() => expect(made.some(({ call }) => call === 'getUserInfoByToken')).toBe(true))
    expect(made[0]).toEqual({ call: 'endImpersonate', input: { how: 'unload', user_id: person.user_id } })
  })
})
