import type { Caller } from '#contract/call.ts'
import { openRoutes, publicPrefixes, roleRoutes } from './access.ts'

/** What the guard needs to know of a person; a join session alone is nobody to the console. */
export interface Visitor {
  readonly roles: readonly Caller[]
  readonly is_vc: boolean
}

export type Verdict = { readonly may: 'pass' } | { readonly may: 'go'; readonly to: string; readonly noGoBack?: true }

const pass: Verdict = { may: 'pass' }
const go = (to: string): Verdict => ({ may: 'go', to })

/**
 * Section 2, "Navigation guard": where a visit may go. `path` is the address without its query, `redirect` the query's
 * `redirect`, `person` is undefined for a visitor who has not signed in.
 */
export function judge(visit: { path: string; search?: string; person?: Visitor | undefined }): Verdict {
  const { path, search = '', person } = visit
  if (person && isSignIn(path)) return go(redirectOf(search) ?? landingOf(person))
  if (isPublic(path) || openRoutes.some(pattern => matches(pattern, path))) return pass
  const route = Object.keys(roleRoutes).find(pattern => matches(pattern, path))
  if (!route) return go('/404')
  if (!person) return go(`/login?redirect=${encodeURIComponent(path + search)}`)
  return mayOpen(person, route as keyof typeof roleRoutes) ? pass : { may: 'go', to: '/401', noGoBack: true }
}

/** [NAV-034, NAV-035] Roles open a route, and admin opens every one. */
export function mayOpen(person: Visitor, route: keyof typeof roleRoutes): boolean {
  const roles: readonly string[] | 'everybody' = roleRoutes[route]
  return roles === 'everybody' || person.roles.some(role => role === 'admin' || roles.includes(role))
}

/** [NAV-008, NAV-009] The first page after sign-in. */
export function landingOf(person: Visitor): string {
  return mayOpen(person, '/admin/index') ? '/admin/index' : '/personal-info/profile'
}

/** Where the query's `redirect` leads, if that stays on this site. */
export function redirectOf(search: string): string | undefined {
  const to = new URLSearchParams(search).get('redirect')
  if (!to) return undefined
  const here = 'https://here.invalid'
  try {
    const url = new URL(to, here)
    // The path of "/..//elsewhere.example" is an address of another site to whoever opens it.
    const stays = to.startsWith('/') && url.origin === here && !url.pathname.startsWith('//')
    return stays && !isSignIn(url.pathname) ? url.pathname + url.search + url.hash : undefined
  } catch {
    return undefined
  }
}

/** [NAV-001] Public routes are matched by prefix, a whole part of the path at a time. */
export const isPublic = (path: string): boolean =>
  publicPrefixes.some(prefix => path === prefix || path.startsWith(`${prefix}/`))

/** [NAV-023, NAV-024] and the landing login at the root: the pages that a signed-in person has no use for. */
const isSignIn = (path: string) => ['/', '/login', '/setup-account'].includes(path.replace(/(.)\/$/, '$1'))

/** [NAV-012, NAV-013] `:id` is a number, any other parameter one part of the path, `*` the rest. */
const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/\/\*$/, '/.*').replace(/:id\b/, '\\d+').replace(/:\w+/g, '[^/]+')}/?$`).test(path)
