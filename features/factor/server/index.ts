import type { Handlers } from '#contract/call.ts'
import type { factorCalls } from '#features/factor/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

export const factorHandlers = {} satisfies Handlers<typeof factorCalls, Context, Actor>
