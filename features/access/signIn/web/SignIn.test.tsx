import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { type Answers, nobody, person, renderAt } from '#web/testing/renderAt.tsx'

const refusing = (code: ErrorCode): Answers => ({
  ...nobody,
  signIn: () => {
    throw new CallFailed(code)
  },
})

/** A server that knows ada, once she has signed in. */
function letsIn(): Answers {
  let signedIn = false
  return {
    signIn: () => {
      signedIn = true
      return { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 60 }
    },
    getUserInfoByToken: () => {
      if (signedIn) return person
      throw new CallFailed('NotSignedIn')
    },
  }
}

async function fillIn(user: Awaited<ReturnType<typeof renderAt>>['user'], name: string, password: string) {
  await user.type(await screen.findByLabelText('Username or email'), name)
  await user.fill(screen.getByLabelText('Password'), password)
  await user.keyboard('{Enter}')
}

describe('the sign-in page', () => {
  it('[RULE-001, RULE-002] trims user name and password', async () => {
    const { user, inputOf } = await renderAt('/login', letsIn())
    await fillIn(user, '  ada ', ' Quill7ventures  ')
    await waitFor(() =>
      expect(inputOf('signIn')).toEqual({ grant_type: 'password', username: 'ada', password: 'Quill7ventures' }),
    )
  })

  it('[NAV-022, NAV-023] leads on to the page that was wanted', async () => {
    const { user, where } = await renderAt('/login-logs/list?page=2', {
      ...letsIn(),
      getLoginLogList: () => ({ items: [], total: 0 }),
    })
    await screen.findByLabelText('Password')
    expect(where.address).toBe('/login?redirect=%2Flogin-logs%2Flist%3Fpage%3D2')
    await fillIn(user, 'ada', 'Quill7ventures')
    await screen.findByRole('heading', { name: 'Sign-in history' })
    expect(where.address).toBe('/login-logs/list?page=2')
  })

  it.each([
    ['[I18N-004]', -480, 'zh-Hans', '登录'],
    ['[I18N-005]', 0, 'en', 'Sign in'],
    ['[I18N-005]', -540, 'en', 'Sign in'],
    ['[I18N-005]', 480, 'en', 'Sign in'],
  ])('%s speaks at a first visit, with the clock at offset %i, %s', async (_, offset, language, title) => {
    const clock = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset)
    await renderAt('/login', nobody, null)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(document.documentElement.lang).toBe(language)
    clock.mockRestore()
  })

  it('[ROUTE-073] is what the empty root shows', async () => {
    await renderAt('/', nobody)
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  })

  it.each([
    ['ERR-006', 'WrongNameOrPassword', 'Username or Password is wrong!'],
    ['ERR-007', 'AccountNotActivated', 'This account isn’t activated yet.'],
    ['ERR-008', 'AccountNotEnabled', 'Contact your admin or support.'],
    ['ERR-009', 'NoPermission', 'No permission, please contact the admin'],
    ['ERR-012', 'TooManyRequests', 'Too many requests.'],
  ] as const)('[%s] says %s beside the form and keeps what was typed', async (_, code, words) => {
    const { user } = await renderAt('/login', refusing(code))
    await fillIn(user, 'ada', 'wrong')
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect((screen.getByLabelText('Username or email') as HTMLInputElement).value).toBe('ada')
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('wrong')
  })

  it.each([
    ['zh-Hans', '用户名或密码错误。', '用户名或邮箱', '密码'],
    ['zh-Hant', '使用者名稱或密碼錯誤。', '使用者名稱或電子郵件地址', '密碼'],
  ] as const)('[ERR-006] says it in %s', async (language, words, name, password) => {
    const { user } = await renderAt('/login', refusing('WrongNameOrPassword'), language)
    await user.type(await screen.findByLabelText(name), 'ada')
    await user.fill(screen.getByLabelText(password), 'wrong{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(document.documentElement.lang).toBe(language)
  })

  it.each(['Internal', 'BodyNotReadable'] as const)(
    '[ERR-011] says that the sign-in failed when no rule foresees it: %s',
    async code => {
      const { user } = await renderAt('/login', refusing(code))
      await fillIn(user, 'ada', 'Quill7ventures')
      expect((await screen.findByRole('alert')).textContent).toContain('Login failed.')
    },
  )

  it('[RULE-104] does not let in a person without any role', async () => {
    const { user, where } = await renderAt('/login', {
      ...letsIn(),
      getUserInfoByToken: () => ({ ...person, roles: [] }),
    })
    expect(await screen.findByText('getInfo: roles must be a non-null array !')).toBeTruthy()
    await fillIn(user, 'ada', 'Quill7ventures')
    expect((await screen.findByRole('alert')).textContent).toBe('getInfo: roles must be a non-null array !')
    expect(where.address).toBe('/login')
  })

  it.each(['https://evil.example/', '//evil.example', '/\\\\evil.example', '/..//evil.example', 'javascript:alert(1)'])(
    'leads to no other site afterwards: %s',
    async to => {
      const { user, where } = await renderAt(`/login?redirect=${encodeURIComponent(to)}`, letsIn())
      await fillIn(user, 'ada', 'Quill7ventures')
      await waitFor(() => expect(where.address).toBe('/admin/index'))
    },
  )

  it('asks for what is missing and sends nothing', async () => {
    const { user, made } = await renderAt('/login', nobody)
    await fillIn(user, '   ', 'x')
    expect(await screen.findByText('Enter your username or email.')).toBeTruthy()
    expect(made.map(one => one.call)).not.toContain('signIn')
  })
})

describe('a session that the server does not know any more', () => {
  const ended: Answers = {
    getUserInfoByToken: () => {
      throw new CallFailed('AccountNotEnabled')
    },
  }
  it('[ERR-001, ERR-002, ERR-003] signs out in this browser, says why, and leads to the root', async () => {
    const { where } = await renderAt('/login-logs/list', ended)
    expect(await screen.findByText('Verification failed, please login again')).toBeTruthy()
    expect(where.address).toBe('/?redirect=%2Flogin-logs%2Flist')
  })

  it.each([
    ['en', 'elsewhere', 'You were signed out from another device.'],
    ['en', 'passwordChanged', 'You were signed out because your password was changed.'],
    ['en', 'emailChanged', 'You were signed out because your email address was changed.'],
    ['en', 'termOver', 'You were signed out because your account’s end date has passed.'],
    ['en', 'copiedToken', 'You were signed out for your security'],
    ['zh-Hans', 'byAdmin', '管理员已让您退出登录。'],
    ['zh-Hant', 'elsewhere', '此處已由另一台裝置登出。'],
  ] as const)('[ERR-002] says in %s after a reload that it was ended: %s', async (language, session, words) => {
    const answers: Answers = {
      getUserInfoByToken: () => {
        throw new CallFailed('NotSignedIn', { session })
      },
    }
    await renderAt('/login-logs/list', answers, language)
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
  })

  it('says the same when a call finds it while the person works', async () => {
    await renderAt('/login-logs/list', {
      getLoginLogList: () => {
        throw new CallFailed('NotSignedIn', { session: 'byAdmin' })
      },
    })
    expect(await screen.findByText(/^An admin signed you out\./)).toBeTruthy()
  })

  it('that has ended while the person works leads to sign-in and back', async () => {
    const { where } = await renderAt('/login-logs/list', {
      getLoginLogList: () => {
        throw new CallFailed('NotSignedIn')
      },
    })
    expect(await screen.findByText(/Your session has ended/)).toBeTruthy()
    expect(where.address).toBe('/?redirect=%2Flogin-logs%2Flist')
  })
})

describe('signing out', () => {
  it('[SHELL-011, ROUTE-140, STATE-109, STATE-110] ends the session on the server and shows the sign-in page', async () => {
    const { made, where, choose } = await renderAt('/admin/index', { writeLogout: () => ({}) })
    await choose(/Your account/, 'Sign out')
    expect(await screen.findByLabelText('Password')).toBeTruthy()
    expect(made.map(one => one.call)).toContain('writeLogout')
    expect(where.address).toBe('/login')
  })

  it('[STATE-111] forgets where the second step stood', async () => {
    const { user, where } = await renderAt('/logout', {
      getUserInfoByToken: () => ({ ...person, tl_2fa_status: 'pending' }),
      writeLogout: () => ({}),
    })
    await screen.findByLabelText('Password')
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
    expect(await screen.findByLabelText('Email')).toBeTruthy()
    expect(where.address).toBe('/forgot-password')
  })

  it('[STATE-112] forgets what the last person had loaded', async () => {
    let name = 'ada'
    let isIn = true
    const { user, choose } = await renderAt('/login-logs/list', {
      getUserInfoByToken: () => {
        if (!isIn) throw new CallFailed('NotSignedIn')
        return { ...person, firstname: name }
      },
      getLoginLogList: () => {
        const at = '2026-07-01T10:00:00.000Z'
        if (name === 'ada')
          return { items: [{ id: 1, username: 'seen-by-ada', description: 'signedIn', ip: '::1', at }], total: 1 }
        throw new CallFailed('Internal')
      },
      writeLogout: () => {
        isIn = false
        return {}
      },
      signIn: () => {
        isIn = true
        name = 'bea'
        return {}
      },
    })
    expect(await screen.findByText('seen-by-ada')).toBeTruthy()
    await choose(/Your account/, 'Sign out')
    await fillIn(user, 'bea', 'Quill7ventures')
    await user.click(await screen.findByRole('link', { name: 'Sign-in history' }))
    expect(await screen.findByText(/Something went wrong\./)).toBeTruthy()
    expect(screen.queryByText('seen-by-ada')).toBeNull()
  })

  it('says so when the server could not be told', async () => {
    await renderAt('/logout', {
      writeLogout: () => {
        throw new CallFailed('Internal')
      },
    })
    expect(await screen.findByText('Couldn’t sign you out.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('[ROUTE-024] the page that waits for a sign-in', () => {
  it('leads on to where the person wanted as soon as they are signed in', async () => {
    let looks = 0
    const { where } = await renderAt('/login-wait?redirect=/pitches/list', {
      getUserInfoByToken: () => {
        looks++
        if (looks > 1) return person
        throw new CallFailed('NotSignedIn')
      },
    })
    expect(await screen.findByText('Signing you in.')).toBeTruthy()
    await waitFor(() => expect(where.address).toBe('/pitches/list'), { timeout: 6000 })
  }, 15_000)

  it('leads to no other site', async () => {
    const { where } = await renderAt('/login-wait?redirect=//evil.example', {})
    await waitFor(() => expect(where.address).toBe('/admin/index'))
  })

  it('says when it did not come to an end', async () => {
    await renderAt('/login-wait?redirect=/pitches/list', {
      getUserInfoByToken: () => {
        throw new CallFailed('TokenExpired')
      },
    })
    expect(await screen.findByRole('heading', { name: 'You’re not signed in' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe(
      '/login?redirect=/pitches/list',
    )
  })
})

describe('[SCREEN-032] the login log', () => {
  const at = '2026-07-01T10:00:00.000Z'
  const entry = { id: 1, username: 'eve', description: 'WrongNameOrPassword', ip: '203.0.113.9', at }

  it('filters by what happened, searches and sorts, all in the address', async () => {
    const { user, where, inputOf } = await renderAt('/login-logs/list?description=nonsense', {
      getLoginLogList: () => ({ items: [entry], total: 1 }),
    })
    expect(await screen.findByText('203.0.113.9')).toBeTruthy()
    expect(inputOf('getLoginLogList')).toEqual({ page: '1', limit: '20', sort: 'at', order: 'desc' })
    await user.click(screen.getByRole('combobox', { name: 'Result' }))
    await user.click(await screen.findByRole('option', { name: 'Incorrect username or password' }))
    await waitFor(() => expect(inputOf('getLoginLogList')).toMatchObject({ description: 'WrongNameOrPassword' }))
    await user.click(screen.getByRole('button', { name: /Username/ }))
    await waitFor(() => expect(inputOf('getLoginLogList')).toMatchObject({ sort: 'username', order: 'asc' }))
    expect(where.address).toContain('description=WrongNameOrPassword')
  })
})
