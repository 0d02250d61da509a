import type { Caller } from '#contract/call.ts'
import { encodeAccount } from '#features/access/session/web/stepAddress.ts'
import type { FactorKind, StepStatus } from '#features/core/account/factorRules.ts'
import { openRoutes, publicPrefixes, roleRoutes } from '#features/core/account/web/access.ts'

/** What the guard needs to know of a person; the holder of a join session alone counts as not signed in. */
export interface Visitor {
  readonly roles: readonly Caller[]
  readonly is_vc: boolean
  /** [ENT-033] The progress of the second step. */
  readonly tl_2fa_status?: StepStatus
  readonly tl_2fa_primary?: FactorKind | ''
  readonly username?: string
  readonly is_password_expired?: boolean
  /** Another person set the password: it has to be changed like an expired one. */
  readonly prompt_reset_password?: boolean
  readonly impersonate_model?: boolean | undefined
  /** The texts that the person has yet to agree to. */
  readonly policy_pending?: readonly string[]
}

/** A visit to judge: `path` without its query, `person` undefined for a visitor who has not signed in. */
export interface Visit {
  readonly path: string
  readonly search?: string
  readonly person?: Visitor | undefined
  /** What checkAllowedHost says of the browser's host; undefined when it has said nothing. */
  readonly host?: { readonly name: string; readonly allowed: boolean; readonly main_url: string } | undefined
}

/** `leave` is for an address of another host, `go` for one of the console. */
export type Verdict =
  | { readonly may: 'pass' }
  | { readonly may: 'go'; readonly to: string; readonly noGoBack?: true }
  | { readonly may: 'leave'; readonly to: string }

interface Rule {
  readonly id: string
  readonly applies: (visit: Required<Pick<Visit, 'path' | 'search'>> & Visit) => boolean
  /** What follows; a rule that only lets pass answers `pass`. */
  readonly verdict: (visit: Required<Pick<Visit, 'path' | 'search'>> & Visit) => Verdict
}

const pass: Verdict = { may: 'pass' }
const go = (to: string): Verdict => ({ may: 'go', to })

const factorPage = '/personal-info/mfa'
const stepPage = '/two-factor-authentication'
/** Matched by prefix: the account follows. */
const stepPages = [stepPage, '/security-questions-login']
const expiredPage = '/expired-reset-password'
const policyPage = '/policy-agreement'
/** Signing out is always allowed, whatever else the person is asked to do first. */
const wayOut = '/logout'

/** Section 2, "Navigation guard", from top to bottom: the first rule that applies decides. */
const rules: readonly Rule[] = [
  {
    id: '[NAV-037, NAV-038, NAV-039] a host that is not ours, localhost apart, leads to the main address',
    applies: ({ host }) => host !== undefined && !host.allowed && host.name !== 'localhost',
    verdict: ({ host, path, search }) => ({ may: 'leave', to: `${host?.main_url ?? ''}${path}${search}` }),
  },
  {
    id: 'a signed-in person may sign out',
    applies: ({ person, path }) => person !== undefined && isOneOf(path, [wayOut]),
    verdict: () => pass,
  },
  {
    id: '[NAV-027, NAV-028] a second step that is still to come',
    applies: ({ person }) => person?.tl_2fa_status === 'pending',
    verdict: visit =>
      stepPages.some(page => isBelow(page, visit.path)) || isOneOf(visit.path, ['/personal-info/profile', factorPage])
        ? pass
        : go(`${stepPage}/${accountOf(visit.person)}${wished(visit)}`),
  },
  {
    id: '[NAV-032, NAV-033] an expired password, except during an impersonation',
    applies: ({ person }) =>
      Boolean(person?.is_password_expired || person?.prompt_reset_password) && !person?.impersonate_model,
    verdict: ({ path }) => (isOneOf(path, [expiredPage]) ? pass : go(expiredPage)),
  },
  {
    id: '[NAV-025, NAV-026] a factor that is asked for and not set',
    applies: ({ person }) => person?.tl_2fa_status === 'required',
    verdict: visit =>
      isOneOf(visit.path, ['/personal-info/profile', factorPage]) ? pass : go(`${factorPage}${wished(visit)}`),
  },
  {
    id: 'a person with a factor may manage it, whatever their role',
    applies: ({ person, path }) => person?.tl_2fa_status === 'on' && isOneOf(path, [factorPage]),
    verdict: () => pass,
  },
  {
    id: '[NAV-023, NAV-024] a signed-in person has no use for the pages that sign in',
    applies: ({ person, path }) =>
      person !== undefined && (isOneOf(path, signInPages) || stepPages.some(page => isBelow(page, path))),
    verdict: ({ person, search }) =>
      go(mustAgree(person) ? policyPage + search : (redirectOf(search) ?? landingOf(person as Visitor))),
  },
  {
    id: '[NAV-001] public and open routes need no sign-in',
    applies: ({ path }) => isPublic(path) || openRoutes.some(pattern => matches(pattern, path)),
    verdict: () => pass,
  },
  {
    id: '[SCREEN-042] a person who has not yet agreed to a text agrees to it before anything else of the console',
    applies: ({ person }) => mustAgree(person),
    verdict: visit => (isOneOf(visit.path, [policyPage]) ? pass : go(`${policyPage}${wished(visit)}`)),
  },
  {
    id: '[NAV-002] unknown paths',
    applies: ({ path }) => routeOf(path) === undefined,
    verdict: () => go('/404'),
  },
  {
    id: '[NAV-022] a visitor who has not signed in',
    applies: ({ person }) => person === undefined,
    verdict: ({ path, search }) => go(`/login?redirect=${encodeURIComponent(path + search)}`),
  },
  {
    id: '[NAV-034, NAV-035, NAV-036, NAV-021] a role that may not open a route',
    applies: ({ person, path }) => !mayOpen(person as Visitor, routeOf(path) as Route),
    verdict: () => ({ may: 'go', to: '/401', noGoBack: true }),
  },
]

/** Where a visit may go. */
export function judge(visit: Visit): Verdict {
  const whole = { search: '', ...visit }
  return rules.find(rule => rule.applies(whole))?.verdict(whole) ?? pass
}

const mustAgree = (person: Visitor | undefined): boolean => (person?.policy_pending?.length ?? 0) > 0

/** [ROUTE-034] The username and the factor that is asked for first. */
const accountOf = (person: Visitor | undefined): string =>
  encodeAccount({ username: person?.username ?? '', factor: person?.tl_2fa_primary ?? '' })

/** The page that a person wanted before they were asked for something else, as a query; they go on there afterwards. */
function wished({ path, search }: Required<Pick<Visit, 'path' | 'search'>>): string {
  const to = routeOf(path) ? path + search : redirectOf(search)
  return to ? `?redirect=${encodeURIComponent(to)}` : ''
}

type Route = keyof typeof roleRoutes

/** [NAV-034, NAV-035] Roles open a route, and admin opens every one. */
export function mayOpen(person: Visitor, route: Route): boolean {
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
    // The path of "/..//elsewhere.example" would open as the address of another site.
    const stays = to.startsWith('/') && url.origin === here && !url.pathname.startsWith('//')
    return stays && !isOneOf(url.pathname, signInPages) ? url.pathname + url.search + url.hash : undefined
  } catch {
    return undefined
  }
}

/** [NAV-001] Public routes are matched by prefix, a whole part of the path at a time. */
export const isPublic = (path: string): boolean => publicPrefixes.some(prefix => isBelow(prefix, path))

const isBelow = (prefix: string, path: string) => path === prefix || path.startsWith(`${prefix}/`)

/** [NAV-003] The route of an address with roles: of two that match it, the one that was declared first. */
const routeOf = (path: string): Route | undefined =>
  (Object.keys(roleRoutes) as Route[]).find(pattern => matches(pattern, path))

/** With the landing login at the root. */
const signInPages = ['/', '/login', '/setup-account']

/** A slash at the end makes no other page of it. */
const isOneOf = (path: string, pages: readonly string[]) => pages.includes(path.replace(/(.)\/$/, '$1'))

/** [NAV-012, NAV-013] `:id` is a number, any other parameter one part of the path, `*` the rest. */
const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/\/\*$/, '/.*').replace(/:id\b/, '\\d+').replace(/:\w+/g, '[^/]+')}/?$`).test(path)
