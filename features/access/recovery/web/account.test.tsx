import { notifications } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, nobody, person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { readerZone } from '#web/ui/readerZone.ts'
import { problemsOf } from './NewPassword.tsx'

const none = { items: [], total: 0 }
const chen = {
  user_id: '00000000-0000-4000-8000-000000000009',
  firstname: 'Chen',
  lastname: 'Wei',
  username: 'chenwei',
  email: 'chen@lumen.example',
  company_name: 'Lumen Bio',
  roles: ['presenter'],
  state: 'active',
  tags: [],
  org_id: person.org_id,
  org_name: 'Quill Capital',
  created_on: '2026-01-01T00:00:00Z',
  last_login: null,
  removed_on: null,
}
const listing = (...users: (typeof chen)[]): Answers => ({
  getUserListForEp: () => ({ items: users, total: users.length }),
})
const link: Answers = {
  ...nobody,
  checkResetPasswordLink: () => ({ email: 'chen@lumen.example', firstname: 'Chen', username: 'chenwei' }),
}
const good = 'Quill7ventures'

describe('setting a password by a mailed link', () => {
  it('[ROUTE-005] takes the code out of the address and says whose account it is', async () => {
    const { where, inputOf } = await renderAt('/setup-account?link_code=c0de', link)
    expect(await screen.findByText('Hello Chen. Set a password for chen@lumen.example.')).toBeTruthy()
    expect(inputOf('checkResetPasswordLink')).toEqual({ link_code: 'c0de' })
    await waitFor(() => expect(where.address).toBe('/setup-account'))
  })

  it('marks the rules that the password keeps while one types', async () => {
    const { user } = await renderAt('/setup-account?link_code=c0de', link)
    const met = () => screen.getAllByRole('listitem').filter(item => item.getAttribute('data-met') === 'true').length
    await screen.findByLabelText('New password')
    // nothing has failed before anything is typed
    expect(screen.queryByText('not met yet')).toBeNull()
    await user.fill(screen.getByLabelText('New password'), 'quillventures')
    const digit = screen.getByText('A number').closest('li')
    expect(digit?.getAttribute('data-met')).toBe('false')
    expect(digit?.textContent).toContain('not met yet')
    expect(met()).toBe(8)
    await user.type(screen.getByLabelText('New password'), '7')
    expect(met()).toBe(9)
  })

  it('[RULE-013, RULE-014, RULE-015] sends nothing before both passwords are there and the same', async () => {
    const { user, made } = await renderAt('/setup-account?link_code=c0de', link)
    await user.click(await screen.findByRole('button', { name: 'Set password and sign in' }))
    expect(screen.getByText('Enter a new password.')).toBeTruthy()
    expect(screen.getByText('Enter the new password again.')).toBeTruthy()
    await user.fill(screen.getByLabelText('New password'), good)
    await user.fill(screen.getByLabelText('Confirm password'), `${good}x`)
    expect(screen.getByText('The passwords don’t match.')).toBeTruthy()
    expect(made.map(one => one.call)).not.toContain('resetPassword')
  })

  it('sets it, signs in with it and lands at home', async () => {
    let signedIn = false
    const { user, inputOf, where } = await renderAt('/setup-account?link_code=c0de', {
      ...link,
      resetPassword: () => ({ username: 'chenwei' }),
      signIn: () => {
        signedIn = true
        return {}
      },
      getUserInfoByToken: () => {
        if (signedIn) return { ...person, roles: ['presenter'], timezone: 'Asia/Kathmandu' }
        throw new CallFailed('NotSignedIn')
      },
    })
    await user.fill(await screen.findByLabelText('New password'), ` ${good} `)
    await user.fill(screen.getByLabelText('Confirm password'), `${good}{Enter}`)
    await waitFor(() => expect(where.address).toBe('/admin/index'))
    expect(readerZone()).toBe('Asia/Kathmandu')
    expect(inputOf('resetPassword')).toEqual({ link_code: 'c0de', new_pass: good })
    expect(inputOf('signIn')).toMatchObject({ username: 'chen@lumen.example', password: good })
  })

  it.each([
    ['LinkNotFound', 'This link isn’t valid'],
    ['EmailNotOfLink', 'This email address doesn’t match the reset link. Request a new link.'],
  ] as const)('[ERR-024, ERR-033] says when a link cannot be used: %s', async (code, words) => {
    await renderAt('/setup-account?link_code=old', {
      ...nobody,
      checkResetPasswordLink: () => {
        throw new CallFailed(code)
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeTruthy()
  })

  it('[ERR-032] says when it has expired, and has a fresh one sent to the same address', async () => {
    const { user, where, inputOf } = await renderAt('/setup-account?link_code=old', {
      ...nobody,
      checkResetPasswordLink: () => {
        throw new CallFailed('LinkExpired')
      },
      sendResetPasswordEmail: () => ({}),
    })
    expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Email me a new link' }))
    await waitFor(() => expect(where.address).toBe('/reset-password-email-sent'))
    expect(inputOf('sendResetPasswordEmail')).toEqual({ link_code: 'old' })
  })

  it('[RULE-003, RULE-004] compares and measures trimmed passwords', () => {
    expect(problemsOf({ password: ` ${good}`, again: `${good} ` })).toEqual({})
    expect(problemsOf({ password: 'short1', again: 'short1' })).toEqual({ password: 'unmet' })
  })
})

describe('[SCREEN-018] the people of the organisation', () => {
  const add = async (answers: Answers) => {
    const opened = await renderAt('/user-management/list', { getUserListForEp: () => none, ...answers })
    await opened.user.click((await screen.findAllByRole('button', { name: 'Add user' }))[0] as HTMLElement)
    return { ...opened, dialog: within(await screen.findByRole('dialog')) }
  }

  it('[CALL-079, ENT-031, CONST-040] are added with a role, a language and the zone of New York', async () => {
    const { user, dialog, inputOf } = await add({ createUser: () => ({ user_id: chen.user_id }) })
    await user.fill(dialog.getByLabelText(/^Email(?! language)/), 'chen@lumen.example')
    await user.fill(dialog.getByLabelText(/First name/), 'Chen')
    await user.type(dialog.getByLabelText(/Last name/), 'Wei')
    await user.click(dialog.getByLabelText('Investor'))
    await user.click(dialog.getByRole('button', { name: 'Add and send link' }))
    expect(await screen.findByText(/We sent chen@lumen.example a link/)).toBeTruthy()
    expect(inputOf('createUser')).toEqual({
      email: 'chen@lumen.example',
      firstname: 'Chen',
      lastname: 'Wei',
      role_type_live: 'vc',
      language: 'en',
      timezone: 'America/New_York',
    })
  })

  it('are not told that a mail comes where none leaves the server', async () => {
    notifications.clean()
    const { user, dialog } = await add({
      createUser: () => ({ user_id: chen.user_id }),
      getRegistrationInfo: () => ({ open: false, sends: false }),
    })
    await dialog.findByText(/^This server doesn’t send email\./)
    await user.fill(dialog.getByLabelText(/^Email(?! language)/), 'chen@lumen.example')
    await user.fill(dialog.getByLabelText(/First name/), 'Chen')
    await user.type(dialog.getByLabelText(/Last name/), 'Wei')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await screen.findByText(/chen@lumen.example was added, but this server doesn’t send email/)
    expect(screen.queryByText(/^We sent /)).toBeNull()
  })

  it('[RULE-035, RULE-036, RULE-037] need a name and an e-mail address', async () => {
    const { user, dialog, made } = await add({})
    await user.click(dialog.getByRole('button', { name: 'Add and send link' }))
    expect(dialog.getAllByText('Enter a value.')).toHaveLength(3)
    expect(made.map(one => one.call)).not.toContain('createUser')
  })

  it('[ERR-028] says beside the form that an address has an account, marks the field and keeps what was typed', async () => {
    const { user, dialog } = await add({
      createUser: () => {
        throw new CallFailed('EmailExists', { email: 'invalid_format' })
      },
    })
    await user.fill(dialog.getByLabelText(/^Email(?! language)/), 'chen@lumen.example')
    await user.fill(dialog.getByLabelText(/First name/), 'Chen')
    await user.type(dialog.getByLabelText(/Last name/), 'Wei{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toContain('already has an account')
    expect(dialog.getByText('Check the format.')).toBeTruthy()
    expect((dialog.getByLabelText(/^Email(?! language)/) as HTMLInputElement).value).toBe('chen@lumen.example')
  })

  it.each([
    ['superadmin', true],
    ['admin', false],
  ])('are offered the role of an administrator by %s: %s', async (role, offered) => {
    const { dialog } = await add(signedInAs(role))
    expect(dialog.queryByLabelText('Admin') !== null).toBe(offered)
  })

  it('are kept out after a question that says what happens', async () => {
    const { user, inputOf, made, choose } = await renderAt('/user-management/list', {
      ...listing(chen),
      setUserDisabled: () => ({}),
    })
    await choose('Actions for Chen Wei', 'Disable')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/Chen Wei will be signed out everywhere/)).toBeTruthy()
    expect(made.map(one => one.call)).not.toContain('setUserDisabled')
    await user.click(dialog.getByRole('button', { name: 'Disable account' }))
    expect(await screen.findByText('Chen Wei can no longer sign in.')).toBeTruthy()
    expect(inputOf('setUserDisabled')).toEqual({ user_id: chen.user_id, disabled: '1' })
  })

  it('are signed out everywhere after a question, and keep their account', async () => {
    const { user, inputOf, made, choose } = await renderAt('/user-management/list', {
      ...listing(chen),
      endUserSessions: () => ({}),
    })
    await choose('Actions for Chen Wei', 'Sign out everywhere')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/out on every browser and device and closes any live room they have open\./)).toBeTruthy()
    expect(made.map(one => one.call)).not.toContain('endUserSessions')
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await screen.findByText('Chen Wei has been signed out everywhere.')).toBeTruthy()
    expect(inputOf('endUserSessions')).toEqual({ user_id: chen.user_id })
  })

  it('[ENT-039, ENT-040] are shown by first and last name, or as unknown user', async () => {
    await renderAt('/user-management/list', listing(chen, { ...chen, user_id: 'x', firstname: '' }))
    expect(await screen.findByText('Chen Wei')).toBeTruthy()
    expect(screen.getByText(/^Unknown user/)).toBeTruthy()
    expect(screen.getAllByText(chen.email).length).toBeGreaterThan(0)
  })
})
