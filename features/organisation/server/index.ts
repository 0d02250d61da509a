import type { Handlers } from '#contract/call.ts'
import type { organisationCalls } from '#features/organisation/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

export const organisationHandlers = {} satisfies Handlers<typeof organisationCalls, Context, Actor>
