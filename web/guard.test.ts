import { describe, expect, it } from 'vitest'
import { roles as allRoles, type Role } from '#contract/call.ts'
import { publicPrefixes, roleRoutes } from './access.ts'
import { isPublic, judge, landingOf, redirectOf } from './guard.ts'

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
    ['[ROUTE-046]', '/preVideo'],
    ['[ROUTE-073, ROUTE-075]', '/'],
    ['[ROUTE-074]', '/401'],
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
    ['[ROUTE-119, PERM-014]', '/pitch-management/index', ['superadmin', 'admin', 'pitchadmin']],
    ['[ROUTE-120, PERM-015]', '/login-logs/list', ['superadmin', 'admin']],
    ['[ROUTE-140]', '/logout', [...allRoles]],
  ])('[NAV-034] %s opens %s to the roles of the specification and to nobody else', (_, path, expected) => {
    expect([...who(path)].sort()).toEqual([...expected].sort())
    expect(judge({ path }).may).toBe('go')
  })

  it('[PERM-007] opens the pitches routes to those who make pitches, and to nobody else', () => {
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
