import type { Handlers } from '#contract/call.ts'
import type { policyCalls } from '#features/access/policy/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { agreePolicy, getMyAgreements } from './agreements.ts'

/** The handlers of this word's calls. */
export const policyHandlers = { agreePolicy, getMyAgreements } satisfies Handlers<typeof policyCalls, Context, Actor>
