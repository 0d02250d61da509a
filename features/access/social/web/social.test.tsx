import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, nobody, person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const left = vi.hoisted(() => [] as string[])
vi.mock('#web/client/leavePage.ts', () => ({ leavePage: (url: string) => left.push(url) }))
beforeEach(() => {
  left.length = 0
})

const site = (more: object = {}): Answers => ({
  getSiteInfo: () => ({
    org_name: '',
    logo: '',
    operator_name: 'Harbour Ventures',
    support_email: 'help@harbour.example',
    providers: ['linkedin', 'wechat'],
    registration: 'closed',
    mobile_access: true,
    main_url: 'https://pitch.example.com',
    ...more,
  }),
})
const entry = (outcome: string, more: object = {}) => ({
  outcome,
  go_to: '',
  email: '',
  firstname: '',
  lastname: '',
  ...more,
})
let states = 0
/** An answer is taken once, so each test brings one of its own. */
const back = (provider: string, more = '') =>
  `/${provider}/callback?code=c&state=${`state-${states++}`.padEnd(43, 'x')}${more}`

describe('the ways in over other accounts', () => {
  it('are offered where they are switched on, and lead to the provider and back to where the person wanted', async () => {
    const start = { startSocialLogin: () => ({ url: 'https://provider.example/authorize' }) }
    const { user, inputOf } = await renderAt('/login?redirect=%2Flogin-logs%2Flist', { ...nobody, ...site(), ...start })
    await user.click(await screen.findByRole('button', { name: 'Continue with LinkedIn' }))
    await waitFor(() => expect(left).toEqual(['https://provider.example/authorize']))
    expect(inputOf('startSocialLogin')).toEqual({ provider: 'linkedin', redirect: '/login-logs/list' })
    expect(screen.queryByRole('button', { name: /Google|Facebook/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Continue with WeChat' })).toBeTruthy()
  })

  it('are not there where none is', async () => {
    await renderAt('/login', { ...nobody, ...site({ providers: [] }) })
    await screen.findByLabelText('Password')
    expect(screen.queryByText('or')).toBeNull()
  })

  it('say why when a provider is down', async () => {
    const down = {
      startSocialLogin: () => {
        throw new CallFailed('SocialProviderDown')
      },
    }
    const { user } = await renderAt('/landingpage-login', { ...nobody, ...site(), ...down })
    await user.click(await screen.findByRole('button', { name: 'Continue with LinkedIn' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The sign-in service isn’t responding. Try again, or sign in another way',
    )
    expect(left).toEqual([])
  })
})

describe('the callback pages', () => {
  it.each([
    ['linkedin', 'handleLinkedInLogin'],
    ['facebook', 'handleFacebookLogin'],
    ['wechat', 'handleWeChatLogin'],
    ['google', 'handleGoogleLogin'],
  ] as const)(
    '[ROUTE-030, ROUTE-031, ROUTE-032] /%s/callback takes the answer without a sign-in, once, and leads on',
    async (provider, call) => {
      let signedIn = false
      const { made, where } = await renderAt(back(provider, '&iss=https%3A%2F%2Fp.example'), {
        ...site(),
        getLoginLogList: () => ({ items: [], total: 0 }),
        getUserInfoByToken: () => {
          if (signedIn) return person
          throw new CallFailed('NotSignedIn')
        },
        [call]: () => {
          signedIn = true
          return entry('signedIn', { go_to: '/login-logs/list' })
        },
      })
      await screen.findByRole('heading', { name: 'Sign-in history' })
      expect(where.address).toBe('/login-logs/list')
      const asked = made.filter(one => one.call === call)
      expect(asked).toHaveLength(1)
      expect(asked[0]?.input).toMatchObject({ code: 'c', iss: 'https://p.example' })
    },
  )

  it('say that the person turned back, and show nothing of what a provider writes into the address', async () => {
    const evil = '?error=user_cancelled_login&error_description=Call%20%2B1%20900%20now'
    const { made } = await renderAt(`/linkedin/callback${evil}`, { ...nobody, ...site() })
    expect(await screen.findByRole('heading', { name: 'LinkedIn sign-in canceled' })).toBeTruthy()
    expect(document.body.textContent).not.toContain('900')
    expect(made.map(one => one.call)).not.toContain('handleLinkedInLogin')
  })

  it('say why they let no person in', async () => {
    await renderAt(back('google'), {
      ...nobody,
      ...site(),
      handleGoogleLogin: () => {
        throw new CallFailed('SocialNoAccount')
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('There’s no account with this email address.')
    expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/')
  })

  it('ask for an address that is proven by a code where the provider vouches for none', async () => {
    let signedIn = false
    const { user, inputOf, where } = await renderAt(back('wechat'), {
      ...site(),
      getUserInfoByToken: () => {
        if (signedIn) return person
        throw new CallFailed('NotSignedIn')
      },
      handleWeChatLogin: () => entry('proveEmail'),
      sendSocialEmailCode: () => ({}),
      confirmSocialEmail: ({ code }) => {
        if (code !== '12345678') throw new CallFailed('EmailCodeWrong')
        signedIn = true
        return entry('signedIn')
      },
    })
    await user.fill(await screen.findByLabelText('Email address'), 'ada@quill.example{Enter}')
    const code = await screen.findByLabelText('Code from the email')
    expect(inputOf('sendSocialEmailCode')).toEqual({ email: 'ada@quill.example', language: 'en' })
    expect(document.activeElement).toBe(code)
    await user.fill(code, '00000000{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('code')
    await user.clear(code)
    await user.fill(code, '12345678{Enter}')
    await waitFor(() => expect(where.address).toBe('/admin/index'))
  })

  it('[CALL-190] post a share and lead to the post', async () => {
    const address = back('linkedin').replace('state=', 'state=share.')
    const post_url = 'https://www.linkedin.com/feed/update/urn:li:share:1/'
    const { made } = await renderAt(address, {
      ...site(),
      handleLinkedInShare: () => ({ uuid: person.user_id, post_url }),
    })
    expect((await screen.findByRole('link', { name: 'View post' })).getAttribute('href')).toBe(post_url)
    expect(made.map(one => one.call)).not.toContain('handleLinkedInLogin')
  })
})

describe('connected accounts', () => {
  const accounts = (connected: boolean): Answers => ({
    getSocialAccounts: () => ({
      accounts: connected
        ? [
            {
              provider: 'google',
              name: 'Ada O.',
              email: 'ada@gmail.com',
              connected_at: '2026-11-01T10:00:00Z',
              last_used_at: '2026-11-02T10:00:00Z',
            },
          ]
        : [],
      providers: ['linkedin', 'google'],
      has_password: true,
    }),
  })

  it('are connected after the password', async () => {
    const { user, inputOf } = await renderAt('/personal-info/settings?tab=security', {
      ...signedInAs('superadmin', 'nolinkedin'),
      ...accounts(false),
      startSocialConnect: () => ({ url: 'https://provider.example/authorize' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Connect LinkedIn' }))
    await user.fill(await screen.findByLabelText('Your Rostrum password'), 'violet Harbour 27{Enter}')
    await waitFor(() => expect(left).toEqual(['https://provider.example/authorize']))
    expect(inputOf('startSocialConnect')).toEqual({ provider: 'linkedin', password: 'violet Harbour 27' })
  })

  it('are disconnected with it, and keep the dialog when it is wrong', async () => {
    const { user } = await renderAt('/personal-info/settings?tab=security', {
      ...signedInAs('superadmin', 'nolinkedin'),
      ...accounts(true),
      disconnectSocialAccount: () => {
        throw new CallFailed('OldPasswordWrong')
      },
    })
    expect((await screen.findByText(/Ada O\. · ada@gmail\.com/)).textContent).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Disconnect Google' }))
    await user.fill(await screen.findByLabelText('Your Rostrum password'), 'wrong{Enter}')
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByRole('alert')).textContent).toContain('Your current password is incorrect.')
  })
})
