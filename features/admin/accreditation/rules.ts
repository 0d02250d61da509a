import type { Standing } from '#features/core/pitch/rules.ts'

/**
 * The investor tests of the guide, in US dollars. Source of the rule: 17 CFR 230.501(a), as of November 2026. The product
 * does not compute who is accredited: people decide, by the proofs.
 */
export const investorTests = {
  /** [CONST-046] Alone, in each of the last two years. */
  income: 200_000,
  /** [CONST-047] Together with a spouse, in each of the last two years. */
  jointIncome: 300_000,
  /** [CONST-048] */
  netWorth: 1_000_000,
  /** [CONST-049] A business or an entity needs more than this. */
  entityAssets: 5_000_000,
  /** [CONST-050] Series. */
  licences: [7, 65, 82],
} as const

/** [CONST-043] Days for which a letter is valid from its date, and any other proof from its approval. */
export const VALID_DAYS = 90
/** [CONST-044] Business days. */
export const REVIEW_DAYS = { least: 1, most: 3 } as const
/** Days before the end of an accreditation at which its owner is warned. */
export const WARNED_DAYS = 14
/** Days after the decision for which proofs are kept. */
export const PROOFS_KEPT_DAYS = 90
export const MOST_PROOFS = 10

/** By what a person is accredited. `self` is a declaration without proof, which is never reviewed. */
export const ways = ['income', 'jointIncome', 'netWorth', 'entityAssets', 'licence', 'letter', 'self'] as const
export type Way = (typeof ways)[number]

/** `withdrawn`: replaced by a later one. That a verified one has expired follows from its end. */
export const accreditationStates = ['declared', 'pending', 'verified', 'refused', 'withdrawn'] as const

/** The version of the declaration in `texts/en/accreditation.json`; a change of its words takes the next number. */
export const DECLARATION_VERSION = 2

/** [CONST-054, STATE-088, STATE-089, STATE-090] */
export const memberships = ['na', 'provisional', 'full'] as const
export type Membership = (typeof memberships)[number]

export function membershipOf(
  { accreditedUntil, provisionalMember }: Omit<Standing, 'accreditationPending'>,
  now: Date,
): Membership {
  if (accreditedUntil && accreditedUntil > now) return 'full'
  return provisionalMember ? 'provisional' : 'na'
}

const DAY = 86_400_000

/** [CONST-043] The end of what is approved: the end of the UTC day, of a letter counted from its own date. */
export function validUntil({ way, letterDate }: { way: Way; letterDate: string | null }, approvedAt: Date): Date {
  const from = way === 'letter' && letterDate ? letterDate : approvedAt.toISOString().slice(0, 10)
  return new Date(Date.parse(`${from}T23:59:59.999Z`) + VALID_DAYS * DAY)
}
