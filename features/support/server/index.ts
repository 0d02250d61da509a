import type { Handlers } from '#contract/call.ts'
import type { supportCalls } from '#features/support/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

export const supportHandlers = {} satisfies Handlers<typeof supportCalls, Context, Actor>
