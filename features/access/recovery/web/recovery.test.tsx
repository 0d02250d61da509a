import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { wayBackOf, wayBackOfRedirect } from '#features/access/session/web/wayBack.ts'
import { type Answers, nobody, person, renderAt } from '#web/testing/renderAt.tsx'

const pitch = '6f0c2f1e-52b1-4f0a-9b43-0e7a4c1d2b3a'
const good = 'Quill7ventures'
const done: Answers = {
  ...nobody,
  forgotPassword: () => ({}),
  sendResetPasswordEmail: () => ({}),
  sendUsernameEmail: () => ({}),
}
const link = (more: object = {}): Answers => ({
  ...done,
  checkResetPasswordLink: () => ({
    email: 'chen@lumen.example',
    firstname: 'Chen',
    lastname: 'Wei',
    username: 'chenwei',
    company_name: 'Lumen Bio',
    flag: 'console',
    pitchCode: '',
    ...more,
  }),
})

describe('who cannot sign in', () => {
  it('[ROUTE-036, ROUTE-028] asks for a link from the sign-in page and is told to look in the mailbox, for every address', async () => {
    const { user, where, inputOf } = await renderAt('/login', done)
    await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
    await user.fill(await screen.findByLabelText('Email'), ' chen@lumen.example {Enter}')
    expect(await screen.findByText(/If there’s an account for chen@lumen.example, we sent a link/)).toBeTruthy()
    expect(where.address).toBe('/reset-password-email-sent')
    expect(inputOf('forgotPassword')).toEqual({ email: 'chen@lumen.example' })
  })

  it('[ROUTE-037, ROUTE-029] asks for the user name, and comes back to the pitch', async () => {
    const { user, where, inputOf } = await renderAt(`/login?redirect=${encodeURIComponent(`/live/${pitch}`)}`, done)
    await user.click(await screen.findByRole('link', { name: 'Forgot your username?' }))
    await waitFor(() => expect(where.address).toBe(`/forgot-username/pitch/${pitch}`))
    await user.fill(await screen.findByLabelText('Email'), 'chen@lumen.example{Enter}')
    expect(await screen.findByText(/has an account, we sent your username there\./)).toBeTruthy()
    expect(where.address).toBe('/receive-username-email-sent')
    expect(inputOf('sendUsernameEmail')).toEqual({ email: 'chen@lumen.example', flag: 'pitch', pitchCode: pitch })
    await user.click(screen.getByRole('link', { name: 'Back to sign-in' }))
    await waitFor(() => expect(where.address).toBe(`/login?redirect=${encodeURIComponent(`/live/${pitch}`)}`))
  })

  it('learns when this server sends no mails', async () => {
    const { user } = await renderAt('/forgot-password', { ...done, forgotPassword: () => ({ sends: false }) })
    await user.fill(await screen.findByLabelText('Email'), 'chen@lumen.example{Enter}')
    expect(await screen.findByText(/This server doesn’t send email yet\./)).toBeTruthy()
  })

  it('is asked for an address before anything is sent, and keeps it when the server refuses', async () => {
    const { user, made } = await renderAt('/forgot-password', {
      ...done,
      forgotPassword: () => {
        throw new CallFailed('TooManyRequests')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Email me a link' }))
    expect(screen.getByText('Enter your email address.')).toBeTruthy()
    await user.fill(screen.getByLabelText('Email'), 'chen{Enter}')
    expect(screen.getByText(/Enter an email address, for example name@example\.com\./)).toBeTruthy()
    expect(made.map(({ call }) => call)).not.toContain('forgotPassword')
    await user.fill(screen.getByLabelText('Email'), '@lumen.example{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('Too many requests.')
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('chen@lumen.example')
  })
})

describe('[ROUTE-039] the mailed link', () => {
  it('leaves the address bar, sets the password, signs in and leads back to the pitch', async () => {
    let signedIn = false
    const { user, where, inputOf } = await renderAt(`/reset-password/pitch/${pitch}/c0de`, {
      ...link({ flag: 'pitch', pitchCode: pitch }),
      resetPassword: () => ({ username: 'chenwei' }),
      signIn: () => {
        signedIn = true
        return {}
      },
      getUserInfoByToken: () => {
        if (signedIn) return { ...person, roles: ['presenter'] }
        throw new CallFailed('NotSignedIn')
      },
    })
    await waitFor(() => expect(where.address).toBe(`/reset-password/pitch/${pitch}`))
    await user.fill(await screen.findByLabelText('New password'), good)
    await user.fill(screen.getByLabelText('Confirm password'), `${good}{Enter}`)
    await waitFor(() => expect(where.address).toBe(`/live/${pitch}`))
    expect(inputOf('resetPassword')).toEqual({ link_code: 'c0de', new_pass: good, email: 'chen@lumen.example' })
  })

  it('says beside the field what only the server knows of a password', async () => {
    const { user } = await renderAt('/reset-password/console/none/c0de', {
      ...link(),
      resetPassword: () => {
        throw new CallFailed('PasswordNotAllowed', { new_pass: 'tooCommon' })
      },
    })
    await user.fill(await screen.findByLabelText('New password'), good)
    await user.fill(screen.getByLabelText('Confirm password'), `${good}{Enter}`)
    expect(await screen.findByText(/This password appears in known data leaks\./)).toBeTruthy()
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
    const rule = screen.getByText('Not a common password').closest('li')
    expect(rule?.getAttribute('data-met')).toBe('false')
    await user.type(screen.getByLabelText('New password'), 'x')
    expect(screen.queryByText(/This password appears in known data leaks\./)).toBeNull()
    expect(rule?.getAttribute('data-met')).toBe('true')
  })

  it('knows the own name while one types', async () => {
    const { user } = await renderAt('/reset-password/console/none/c0de', link())
    await user.fill(await screen.findByLabelText('New password'), 'lumenbio7')
    const rule = screen.getByText('Doesn’t contain your name, email, or company').closest('li')
    expect(rule?.getAttribute('data-met')).toBe('false')
  })

  it('[ERR-033] says that it does not match the address', async () => {
    await renderAt('/reset-password/console/none/c0de', {
      ...done,
      checkResetPasswordLink: () => {
        throw new CallFailed('EmailNotOfLink')
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This email address doesn’t match the reset link. Request a new link.',
    )
  })

  it('[ERR-052] calls an address without a code an illegal operation, and asks the server nothing', async () => {
    const { made } = await renderAt('/reset-password/console/none', done)
    expect((await screen.findByRole('alert')).textContent).toContain('Illegal operation')
    expect(made.map(({ call }) => call)).not.toContain('checkResetPasswordLink')
  })

  it('[ROUTE-040, ERR-032] that has expired offers a fresh one', async () => {
    const { user, where, inputOf } = await renderAt('/reset-password/console/none/0ld', {
      ...done,
      checkResetPasswordLink: () => {
        throw new CallFailed('LinkExpired')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Email me a new link' }))
    await waitFor(() => expect(where.address).toBe('/reset-password-email-sent'))
    expect(inputOf('sendResetPasswordEmail')).toEqual({ link_code: '0ld' })
  })
})

describe('[ROUTE-040] a password that has expired', () => {
  it('[NAV-032, ERR-010] keeps its owner on its page until it is changed', async () => {
    let expired = true
    const { user, where, inputOf } = await renderAt('/pitches/list', {
      getUserInfoByToken: () => ({ ...person, is_password_expired: expired }),
      updatePassword: () => {
        expired = false
        return {}
      },
    })
    expect(await screen.findByRole('heading', { name: 'Your password has expired' })).toBeTruthy()
    expect(where.address).toBe('/expired-reset-password')
    await user.fill(screen.getByLabelText('Current password'), 'old Harbour 27')
    await user.fill(screen.getByLabelText('New password'), good)
    await user.fill(screen.getByLabelText('Confirm password'), `${good}{Enter}`)
    await waitFor(() => expect(where.address).toBe('/admin/index'))
    expect(inputOf('updatePassword')).toEqual({ old_pass: 'old Harbour 27', new_pass: good })
  })

  it('is told apart from one that another person has set', async () => {
    await renderAt('/pitches/list', { getUserInfoByToken: () => ({ ...person, prompt_reset_password: true }) })
    expect(await screen.findByRole('heading', { name: 'Set your own password' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign out instead' }).getAttribute('href')).toBe('/logout')
  })
})

describe('the way back', () => {
  it.each([
    ['console', pitch],
    ['pitch', '../../evil'],
    ['pitch', '//evil.example'],
    ['evil', pitch],
    [undefined, undefined],
  ])('of %s %s is the console', (flag, pitchCode) => {
    expect(wayBackOf({ flag, pitchCode })).toEqual({ flag: 'console', pitchCode: '' })
  })

  it.each([
    [`?redirect=/live/${pitch}`, pitch],
    [`?redirect=/join-session/${pitch}`, pitch],
    [`?redirect=//evil.example/live/${pitch}`, ''],
    [`?redirect=https://evil.example/live/${pitch}`, ''],
    ['?redirect=/pitches/list', ''],
    ['', ''],
  ])('of the sign-in page %s', (search, pitchCode) => {
    expect(wayBackOfRedirect(search).pitchCode).toBe(pitchCode)
  })
})
