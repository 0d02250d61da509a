import { describe, expect, it } from 'vitest'
import { roles as allRoles, type Role } from '#contract/call.ts'
import { encodeAccount } from '#features/access/session/web/stepAddress.ts'
import { publicPrefixes, roleRoutes } from '#features/core/account/web/access.ts'
import { isPublic, judge, landingOf, redirectOf, type Visitor } from './guard.ts'

const person = (...roles: (Role | 'attendee')[]) => ({ roles, is_vc: roles.includes('vc') })
const exampleOf = (route: string) => route.replace(':id', '12').replace(/:\w+/, 'c0ffee')
const opens = (role: Role, path: string) => judge({ path, person: person(role) }).may === 'pass'
const who = (path: string) => allRoles.filter(role => opens(role, path))

describe('the navigation guard', () => {
  it.each(publicPrefixes)('[NAV-001] lets everybody open %s and what is below it', prefix => {
    expect(judge({ path: `${prefix}/some/thing` })).toEqual({ may: 'pass' })
    expect(judge({ path: prefix })).toEqual({ may: 'pass' })
  })

  it('takes a prefix by whole parts of the path', () => {
    expect(isPublic('/pitches/list')).toBe(false)
    expect(isPublic('/goods')).toBe(false)
    expect(isPublic('/login/x')).toBe(true)
  })

  it.each([
    ['[ROUTE-003]', '/login'],
    ['[ROUTE-005]', '/setup-account'],
    ['[ROUTE-008]', '/404'],
    ['[ROUTE-010]', '/join-session'],
    ['[ROUTE-011]', '/join-session/7b1c?access_token=x'],
    ['[ROUTE-020]', '/join-session-wait'],
    ['[ROUTE-012]', '/join-session1/k/acme'],
    ['[ROUTE-013]', '/become-presenter/c0ffee'],
    ['[ROUTE-014]', '/sign-up-presenter'],
    ['[ROUTE-015]', '/become-typeuser/vc/c0ffee'],
    ['[ROUTE-016]', '/sign-up-typeuser'],
    ['[ROUTE-017]', '/sign-up/investor'],
    ['[ROUTE-018]', '/become-superadmin/c0ffee'],
    ['[ROUTE-019]', '/sign-up-superadmin'],
    ['[ROUTE-021]', '/become-presenter-wait'],
    ['[ROUTE-022]', '/become-superadmin-wait'],
    ['[ROUTE-023]', '/become-typeuser-wait'],
    ['[ROUTE-025]', '/activate-account/c0ffee'],
    ['[ROUTE-026]', '/activate-investor-account/c0ffee'],
    ['[ROUTE-027]', '/signup-email-sent'],
    ['[ROUTE-038]', '/register/investor'],
    ['[ROUTE-071]', '/invite/7b1c'],
    ['[ROUTE-046]', '/preVideo'],
    ['[ROUTE-045]', '/share-screen/7b1c'],
    ['[ROUTE-073, ROUTE-075]', '/'],
    ['[ROUTE-074]', '/401'],
    ['[ROUTE-001]', '/thank-you'],
    ['[ROUTE-002]', '/thank-you2'],
    ['[ROUTE-041]', '/privacy-policy'],
    ['[ROUTE-042]', '/terms-of-service'],
    ['[ROUTE-043]', '/facebook/privacy-policy'],
    ['[ROUTE-044]', '/facebook/terms-of-service'],
    ['[ROUTE-072]', '/redirect/pitches/list'],
  ])('%s needs no sign-in for %s', (_, address) => {
    expect(judge({ path: address.split('?')[0] ?? '' })).toEqual({ may: 'pass' })
  })

  const makers = ['superadmin', 'admin', 'useradmin', 'pitchadmin', 'presenter']
  it.each([
    ['[ROUTE-078, PERM-001]', '/admin/index', makers],
    ['[ROUTE-079]', '/personal-info/profile', [...allRoles]],
    ['[ROUTE-082, PERM-002]', '/personal-info/mfa', ['superadmin', 'admin', 'pitchadmin']],
    ['[ROUTE-091]', '/pitches/list', makers],
    ['[ROUTE-092]', '/pitches/create', makers],
    ['[ROUTE-099]', '/pitches/editfile/c0ffee', makers],
    ['[ROUTE-100]', '/pitches/editdetail/c0ffee', makers],
    ['[ROUTE-101]', '/pitches/editdetailbyadmin/c0ffee', makers],
    ['[ROUTE-102]', '/pitches/editattendees/c0ffee', makers],
    ['[ROUTE-106]', '/pitches/view/12', makers],
    ['[ROUTE-107]', '/pitches/edit/12', makers],
    ['[ROUTE-108]', '/pitches/invite/c0ffee', makers],
    ['[ROUTE-113, PERM-009]', '/user-management/list', ['superadmin', 'admin', 'useradmin']],
    ['[ROUTE-114, PERM-010]', '/presenter-invitation', ['admin', 'pitchadmin']],
    ['[ROUTE-115, PERM-011]', '/superadmin-invitation', ['superadmin', 'admin']],
    ['[SCREEN-016]', '/user-management/invitations', ['superadmin', 'admin', 'useradmin']],
    ['[ROUTE-119, PERM-014]', '/pitch-management/index', ['superadmin', 'admin', 'pitchadmin']],
    ['[ROUTE-120, PERM-015]', '/login-logs/list', ['superadmin', 'admin']],
    ['[PERM-024]', '/system_validation/bussinessindex', ['superadmin', 'admin']],
    ['[ROUTE-131, PERM-024]', '/system_validation/videoindex', ['superadmin', 'admin']],
    ['[ROUTE-140]', '/logout', [...allRoles]],
    ['[ROUTE-086, PERM-005]', '/personal-info/settings', ['admin', 'nolinkedin']],
    ['[ROUTE-138]', '/help', [...allRoles]],
    ['[ROUTE-139]', '/tip/alter', [...allRoles]],
    ['tickets:', '/support/tickets', ['superadmin', 'admin']],
  ])('[NAV-034] %s opens %s to the roles of the specification only', (_, path, expected) => {
    expect([...who(path)].sort()).toEqual([...expected].sort())
    expect(judge({ path }).may).toBe('go')
  })

  it('[PERM-007] opens the pitches routes to the roles that make pitches only', () => {
    const routes = Object.keys(roleRoutes).filter(route => route.startsWith('/pitches/'))
    expect(routes.length).toBeGreaterThan(0)
    for (const route of routes) expect([...who(exampleOf(route))].sort()).toEqual([...makers].sort())
  })

  it.each(Object.keys(roleRoutes))('[NAV-035, PERM-028] lets admin open %s', route => {
    expect(judge({ path: exampleOf(route), person: person('admin') })).toEqual({ may: 'pass' })
  })

  it('[NAV-036, ERR-004, NAV-021] sends a role that may not open a route to /401, with the no-go-back flag', () => {
    expect(judge({ path: '/login-logs/list', person: person('presenter') })).toEqual({
      may: 'go',
      to: '/401',
      noGoBack: true,
    })
  })

  it('[NAV-002, ERR-005] sends an unknown path to /404, signed in or not', () => {
    expect(judge({ path: '/nowhere' })).toEqual({ may: 'go', to: '/404' })
    expect(judge({ path: '/pitches/nowhere', person: person('admin') })).toEqual({ may: 'go', to: '/404' })
  })

  it.each(['/pitches/view/abc', '/pitches/edit/1e3', '/pitches/view/-1', '/pitches/view/'])(
    '[NAV-012, NAV-013] does not know %s, whose id is not numeric',
    path => {
      expect(judge({ path, person: person('admin') })).toEqual({ may: 'go', to: '/404' })
    },
  )

  it('[NAV-022] sends a visitor who has not signed in to /login, and remembers the whole address', () => {
    expect(judge({ path: '/pitches/list', search: '?page=2&name=a b' })).toEqual({
      may: 'go',
      to: '/login?redirect=%2Fpitches%2Flist%3Fpage%3D2%26name%3Da%20b',
    })
  })

  it.each(['/login', '/setup-account', '/login/', '/'])(
    '[NAV-023, NAV-024] sends a signed-in person on from %s',
    path => {
      expect(judge({ path, person: person('presenter') })).toEqual({ may: 'go', to: '/admin/index' })
    },
  )

  it('[NAV-008, NAV-009] lands investors on their profile and everybody else on the admin index', () => {
    for (const role of makers) expect(landingOf(person(role as Role))).toBe('/admin/index')
    expect(landingOf(person('vc'))).toBe('/personal-info/profile')
    expect(landingOf(person('member', 'vc'))).toBe('/personal-info/profile')
  })

  it('sends a signed-in person from /login to where they wanted to go', () => {
    expect(judge({ path: '/login', search: '?redirect=%2Fpitches%2Flist', person: person('admin') })).toEqual({
      may: 'go',
      to: '/pitches/list',
    })
  })
})

/** A person of these roles, in a certain state. */
const standing = (state: Partial<Visitor>, ...roles: (Role | 'attendee')[]): Visitor => ({
  ...person(...roles),
  ...state,
})
const everywhere = [
  ...Object.keys(roleRoutes).map(exampleOf),
  ...publicPrefixes,
  '/',
  '/401',
  '/redirect/x',
  '/nowhere',
]
const goesTo = (path: string, visitor: Visitor) => {
  const verdict = judge({ path, person: visitor })
  return verdict.may === 'pass' ? 'pass' : verdict.to
}

/** Section 2, "Navigation guard", sentence by sentence. */
describe('the rules of the navigation guard', () => {
  it('[NAV-025, NAV-026] If two-factor is enforced and no primary factor is set, every page except Profile and Mfa goes to /personal-info/mfa.', () => {
    for (const role of ['presenter', 'admin', 'superadmin', 'vc'] as const) {
      const visitor = standing({ tl_2fa_status: 'required' }, role)
      for (const path of everywhere) {
        const opens = ['/personal-info/profile', '/personal-info/mfa', '/logout'].includes(path)
        expect([path, goesTo(path, visitor).split('?')[0]]).toEqual([path, opens ? 'pass' : '/personal-info/mfa'])
      }
    }
  })

  it('[NAV-027, NAV-028] If a second-factor step is pending, every page except two-factor, security-questions, Profile and Mfa goes to the two-factor page.', () => {
    const open = [
      '/two-factor-authentication',
      '/security-questions-login',
      '/personal-info/profile',
      '/personal-info/mfa',
    ]
    const visitor = standing({ tl_2fa_status: 'pending', tl_2fa_primary: 'app', username: 'ada' }, 'presenter')
    const page = `/two-factor-authentication/${encodeAccount({ username: 'ada', factor: 'app' })}`
    for (const path of [...everywhere, page, '/security-questions-login/x']) {
      const opens = open.includes(path) || [page, '/security-questions-login/x', '/logout'].includes(path)
      expect([path, goesTo(path, visitor).split('?')[0]]).toEqual([path, opens ? 'pass' : page])
    }
  })

  it('[NAV-025, NAV-027] remembers where the person wanted to go, if that stays on this site', () => {
    const to = (path: string, search = '', status: 'pending' | 'required' = 'pending') => {
      const verdict = judge({ path, search, person: standing({ tl_2fa_status: status }, 'admin') })
      return new URLSearchParams(verdict.may === 'go' ? verdict.to.split('?')[1] : '').get('redirect')
    }
    expect(to('/pitches/list', '?page=2')).toBe('/pitches/list?page=2')
    expect(to('/pitches/list', '?page=2', 'required')).toBe('/pitches/list?page=2')
    expect(to('/login', '?redirect=%2Flogin-logs%2Flist')).toBe('/login-logs/list')
    expect(to('/login', '?redirect=%2F%2Fevil.example')).toBe(null)
    expect(to('/nowhere')).toBe(null)
  })

  it('[NAV-027] leads on from the second step, once it is done, and never off the site', () => {
    const done = standing({ tl_2fa_status: 'on' }, 'admin')
    const from = (search: string) => judge({ path: '/two-factor-authentication/x', search, person: done })
    expect(from('?redirect=%2Fpitches%2Flist%3Fpage%3D2')).toEqual({ may: 'go', to: '/pitches/list?page=2' })
    expect(from('?redirect=%2F%2Fevil.example')).toEqual({ may: 'go', to: '/admin/index' })
    expect(judge({ path: '/security-questions-login/x', person: done })).toEqual({ may: 'go', to: '/admin/index' })
    expect(judge({ path: '/two-factor-authentication/x' })).toEqual({ may: 'pass' })
  })

  it('[NAV-026] lets a person with a factor manage it, whatever their role', () => {
    expect(goesTo('/personal-info/mfa', standing({ tl_2fa_status: 'on' }, 'vc'))).toBe('pass')
    expect(goesTo('/personal-info/mfa', standing({ tl_2fa_status: 'off' }, 'vc'))).toBe('/401')
  })

  it('[NAV-032] A user whose password has expired goes to /expired-reset-password.', () => {
    for (const state of [{ is_password_expired: true }, { prompt_reset_password: true }])
      for (const path of everywhere) {
        const opens = ['/expired-reset-password', '/logout'].includes(path)
        const visitor = standing(state, 'presenter')
        expect([path, goesTo(path, visitor)]).toEqual([path, opens ? 'pass' : '/expired-reset-password'])
      }
  })

  it('[NAV-033] A user who is impersonating is not.', () => {
    const visitor = standing({ is_password_expired: true, impersonate_model: true }, 'presenter')
    expect(goesTo('/pitches/list', visitor)).toBe('pass')
  })

  it('asks for the second step first, then for the password, then for a factor', () => {
    const all = { is_password_expired: true, prompt_reset_password: true }
    expect(goesTo('/pitches/list', standing({ ...all, tl_2fa_status: 'pending' }, 'admin'))).toMatch(
      /^\/two-factor-authentication\//,
    )
    expect(goesTo('/pitches/list', standing({ ...all, tl_2fa_status: 'required' }, 'admin'))).toBe(
      '/expired-reset-password',
    )
    expect(goesTo('/pitches/list', standing({ tl_2fa_status: 'on' }, 'admin'))).toBe('pass')
    expect(goesTo('/pitches/list', standing({ tl_2fa_status: 'off' }, 'admin'))).toBe('pass')
  })

  const host = (name: string, allowed: boolean) => ({ name, allowed, main_url: 'https://console.example' })
  it('[NAV-037, NAV-038] The host is checked on each navigation, and one that is not in the allowed list is redirected to the main app address.', () => {
    for (const path of everywhere)
      expect(judge({ path, search: '?a=b', person: person('admin'), host: host('evil.example', false) })).toEqual({
        may: 'leave',
        to: `https://console.example${path}?a=b`,
      })
    const mine = { path: '/pitches/list', person: person('admin'), host: host('console.example', true) }
    expect(judge(mine)).toEqual({ may: 'pass' })
  })

  it('[NAV-039] localhost is not redirected, although it is not in the list.', () => {
    expect(judge({ path: '/login', host: host('localhost', false) })).toEqual({ may: 'pass' })
  })

  it('[NAV-003] When a path is declared twice, the first declaration wins.', () => {
    const paths = Object.keys(roleRoutes)
    expect(paths.indexOf('/pitch-management/index')).toBeLessThan(paths.indexOf('/pitch-management/:uuid'))
    expect(who('/pitch-management/some-pitch')).toContain('presenter')
    expect(who('/pitch-management/index')).not.toContain('presenter')
    // /login and / are public and open as well: the guard sends the signed-in on before it lets everyone in
    expect(goesTo('/login', person('presenter'))).toBe('/admin/index')
  })
})

describe('the redirect of /login', () => {
  const to = (redirect: string) => redirectOf(`?redirect=${encodeURIComponent(redirect)}`)
  it('keeps path, query and fragment', () => expect(to('/pitches/list?page=2#a')).toBe('/pitches/list?page=2#a'))
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/..//evil.example/',
    '/.//evil.example/',
    '\\\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil',
    '',
    '/login?redirect=/login',
    '/',
  ])('never leaves the site or goes around in circles: %s', redirect => expect(to(redirect)).toBeUndefined())
})

describe('a text that a person has yet to agree to', () => {
  const asked: Visitor = { ...person('presenter'), policy_pending: ['privacy_policy'] }
  const page = '/policy-agreement'

  it('[SCREEN-042] comes before every screen of the console, and leads on to the one that was wanted', () => {
    const paths = Object.keys(roleRoutes)
      .map(exampleOf)
      .filter(path => path !== page && path !== '/logout')
    expect(paths.length).toBeGreaterThan(20)
    for (const path of paths)
      expect(judge({ path, search: '?page=2', person: asked })).toEqual({
        may: 'go',
        to: `${page}?redirect=${encodeURIComponent(`${path}?page=2`)}`,
      })
    expect(judge({ path: page, person: asked })).toEqual({ may: 'pass' })
  })

  it('does not stop a person on their way to a room, to the text itself, or out', () => {
    for (const path of ['/join-session/c0ffee', '/live/c0ffee', '/privacy-policy', '/terms-of-service', '/logout'])
      expect(judge({ path, person: asked })).toEqual({ may: 'pass' })
  })

  it('waits for the second step and for a new password', () => {
    const pending: Visitor = { ...asked, tl_2fa_status: 'pending', username: 'paul' }
    expect(judge({ path: page, person: pending })).not.toEqual({ may: 'pass' })
    expect(judge({ path: page, person: { ...asked, is_password_expired: true } })).not.toEqual({ may: 'pass' })
  })

  it('is not asked of a person who has agreed', () => {
    const done: Visitor = { ...person('presenter'), policy_pending: [] }
    expect(judge({ path: '/pitches/list', person: done })).toEqual({ may: 'pass' })
    expect(judge({ path: page })).toMatchObject({ may: 'go', to: expect.stringContaining('/login') })
  })
})
