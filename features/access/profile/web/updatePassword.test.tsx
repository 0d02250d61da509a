import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const at = '2026-07-01T10:00:00.000Z'
const session = (id: string, more: object) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  browser: 'Firefox',
  system: 'Linux',
  device: 'computer',
  ip: '198.51.100.7',
  since: at,
  last_used: at,
  is_this: false,
  ...more,
})

/** A server with two sessions of Ada's, of which the other one can end. */
function sessions(): Answers {
  let items = [session('1', { is_this: true }), session('2', { browser: 'Safari', system: 'iOS', device: 'phone' })]
  return {
    getSessionList: () => ({ items, total: items.length }),
    endSession: ({ session_id }) => {
      items = items.filter(({ id }) => id !== session_id)
      return {}
    },
    endOtherSessions: () => {
      items = items.slice(0, 1)
      return { ended: 1 }
    },
    getLoginInfo: () => ({
      last_login: null,
      failed_since: 2,
      recent: [{ description: 'WrongNameOrPassword', ip: '203.0.113.9', at }],
    }),
  }
}
const address = '/personal-info/update-password'

describe('[SCREEN-012, ROUTE-083] Update password', () => {
  it('[PERM-003] opens for a person with a password of their own, and for admin', async () => {
    for (const roles of [['presenter', 'nolinkedin'], ['admin']]) {
      const { where } = await renderAt(address, { ...sessions(), ...signedInAs(...roles) })
      expect(await screen.findByRole('heading', { name: 'Update password', level: 1 })).toBeTruthy()
      expect(where.address).toBe(address)
      document.body.innerHTML = ''
    }
    const { where } = await renderAt(address, { ...sessions(), ...signedInAs('presenter') })
    await waitFor(() => expect(where.address).toBe('/401'))
  })

  it('lists where one is signed in, and signs out there', async () => {
    const { user, inputOf } = await renderAt(address, { ...sessions(), ...signedInAs('admin') })
    const list = within(await screen.findByRole('list', { name: 'Where you’re signed in' }))
    expect(list.getAllByRole('listitem')).toHaveLength(2)
    expect(list.getByText('This device')).toBeTruthy()
    expect(list.getAllByRole('button')).toHaveLength(1)
    await user.click(list.getByRole('button', { name: 'Sign out Safari · iOS' }))
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
    expect(inputOf('endSession')).toEqual({ session_id: '00000000-0000-4000-8000-000000000002' })
  })

  it('asks before it signs out everywhere else', async () => {
    const { user, made } = await renderAt(address, { ...sessions(), ...signedInAs('admin') })
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(made.map(({ call }) => call)).not.toContain('endOtherSessions')
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }))
    expect(await screen.findByText('1 other session was signed out.')).toBeTruthy()
  })

  it('warns of attempts that failed, and says why a list could not be had', async () => {
    await renderAt(address, {
      ...sessions(),
      ...signedInAs('admin'),
      getSessionList: () => {
        throw new CallFailed('Internal')
      },
    })
    expect(await screen.findByText(/2 sign-in attempts failed since/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('[RULE-012, RULE-016] asks for the old password, and says when it is wrong', async () => {
    const { user, made } = await renderAt(address, {
      ...sessions(),
      ...signedInAs('admin'),
      updatePassword: () => {
        throw new CallFailed('OldPasswordWrong')
      },
    })
    await user.fill(await screen.findByLabelText('New password'), 'Quill7ventures')
    await user.fill(screen.getByLabelText('Confirm password'), 'Quill7ventures')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    expect(screen.getByText('Enter your current password.')).toBeTruthy()
    expect(made.map(one => one.call)).not.toContain('updatePassword')
    await user.fill(screen.getByLabelText('Current password'), 'Wrong8ventures')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Your current password is incorrect. Try again.')
  })
})
