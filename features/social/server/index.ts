import type { Handlers } from '#contract/call.ts'
import type { socialCalls } from '#features/social/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

export const socialHandlers = {} satisfies Handlers<typeof socialCalls, Context, Actor>
