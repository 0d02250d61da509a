import type { Role } from '#contract/call.ts'
import { usualLook } from '#contract/look.ts'

/** The rules of a username, in the order in which they are shown. */
export const usernameRules = ['otherCharacters', 'noLetterFirst', 'tooShort', 'fourDigits', 'fourIdentical'] as const
export type UsernameRule = (typeof usernameRules)[number]

/** [RULE-020, CONST-030] Characters. */
export const USERNAME_LEAST = 5
const USERNAME_MOST = 40

/** The rules that a username breaks (RULE-018, RULE-019, RULE-020, RULE-022, RULE-023); none for a good one. */
export function brokenUsernameRules(username: string): UsernameRule[] {
  return usernameRules.filter(rule => breaks[rule](username))
}

const breaks: Readonly<Record<UsernameRule, (username: string) => boolean>> = {
  otherCharacters: username => !/^[A-Za-z0-9]*$/.test(username),
  noLetterFirst: username => !/^[a-z]/.test(username),
  tooShort: username => username.length < USERNAME_LEAST,
  fourDigits: username => /[0-9]{4}/.test(username),
  fourIdentical: username => /(.)\1{3}/i.test(username),
}

/** A username that keeps the rules, from the part of an email address before the @; it may be taken. */
export function usernameFrom(email: string): string {
  const local = email.toLowerCase().split('@')[0] ?? ''
  const letters = local
    .normalize('NFKD')
    .replace(/[^a-z0-9]/g, '')
    .replace(/^[0-9]+/, '')
    .replace(/([0-9]{3})[0-9]+/g, '$1')
    .replace(/(.)\1{3,}/g, '$1$1$1')
    .slice(0, USERNAME_MOST)
  if (letters.length >= USERNAME_LEAST) return letters
  return letters ? `${letters}${letters.endsWith('u') ? 'person' : 'user'}` : 'person'
}

/** Names to try in turn, the one itself first: anders, anders2, anders3, … and anders7, anders7n2, … */
export function* usernamesAfter(username: string): Generator<string> {
  yield username
  const start = /[0-9]$/.test(username) ? `${username}n` : username
  for (let number = 2; number < 1000; number++) yield `${start}${number}`
}

/** The roles that may be given to people. */
export const givenRoles = ['presenter', 'vc', 'member', 'pitchadmin', 'useradmin', 'admin'] as const
export type GivenRole = (typeof givenRoles)[number]

/** The roles of which everyone has one; only a super admin makes another. */
export const mainRoles = [...givenRoles, 'superadmin'] as const
export type MainRole = GivenRole | 'superadmin'

/** The rank of a role: no person manages people of their own rank, but a super admin. */
const ranks: Readonly<Partial<Record<Role, number>>> = { superadmin: 3, admin: 2, useradmin: 1, pitchadmin: 1 }
const rankOf = (roles: readonly string[]): number => Math.max(0, ...roles.map(role => ranks[role as Role] ?? 0))

/** Whether a person may create, disable or change people of these roles, within the fence of the organization. */
export function mayManage(actor: readonly string[], person: readonly string[]): boolean {
  if (actor.includes('superadmin')) return true
  const isAdmin = actor.includes('admin') || actor.includes('useradmin')
  return isAdmin && rankOf(person) < rankOf(actor)
}

/** [ENT-037] The state of a term: the account is closed before it begins and once it is over. */
export const termStates = ['none', 'before', 'within', 'over'] as const
export type TermState = (typeof termStates)[number]

/** The default display settings. */
export const usualConfig = {
  ...usualLook,
  colour_scheme: 'auto',
  page_size: 20,
  hidden_columns: {},
} as const
/** More lists than the console has; what is beyond is refused. */
export const CONFIG_LISTS = 60

/** [ENT-045] The status that a person shows to others; the first one is the default. */
export const personStatuses = ['online', 'away', 'busy'] as const

/** Where a person was when they had forgotten their password: at the console's door, or at a pitch's. */
export const recoveryFlags = ['console', 'pitch'] as const
export type RecoveryFlag = (typeof recoveryFlags)[number]

/** [STATE-075, STATE-076, STATE-077] The state of an account's email address. */
export const emailStates = ['confirmed', 'waiting', 'resendable'] as const
/** Seconds between two emails with a code. */
export const RESEND_SECONDS = 60
/** Days in which the reader of the old address can undo a change. */
export const UNDO_DAYS = 7

const linkedinPattern = /^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.(com|cn)\/in\/([^/?#\s]*)\/?(?:[?#]\S*)?$/i
/** [RULE-025] Characters. */
const LINKEDIN_LEAST = 5

/** What is wrong with the address of a LinkedIn profile (RULE-024, RULE-025); undefined for a good one and for none. */
export function brokenLinkedinRule(address: string): 'linkedinAddress' | 'linkedinTooShort' | undefined {
  if (!address) return undefined
  const profile = linkedinPattern.exec(address)?.[2]
  if (profile === undefined || !/^[\p{L}\p{M}\p{N}_%-]*$/u.test(profile)) return 'linkedinAddress'
  return [...profile].length < LINKEDIN_LEAST ? 'linkedinTooShort' : undefined
}

/** The same profile's address as it is kept: with its scheme, without whatever was counted behind it. */
export function linkedinAddress(address: string): string {
  const [, top = '', profile = ''] = linkedinPattern.exec(address) ?? []
  return profile && `https://www.linkedin.${top.toLowerCase()}/in/${profile}`
}
