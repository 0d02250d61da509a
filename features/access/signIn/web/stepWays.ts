import type { Answer } from '#contract/call.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import type { FactorKind } from '#features/core/account/factorRules.ts'

/** What a pending sign-in can be finished by, as the server tells it. */
export type Told = Answer<typeof signInCalls.checkUserForConsoleLogin>
/** A way to do the second step on its page; security questions have a page of their own. */
export type Way = FactorKind | 'recovery'

/** The ways that are open, the primary factor's first. */
export const waysOf = (told: Told): Way[] => [
  ...told.factors.map(({ factor }) => factor),
  ...(told.has_recovery_codes ? (['recovery'] as const) : []),
]

/** Where the codes of a way go, partly hidden. */
export const targetOf = (told: Told, way: Way): string =>
  told.factors.find(({ factor }) => factor === way)?.sent_to ?? ''
