import type { Handlers } from '#contract/call.ts'
import type { registrationCalls } from '#features/registration/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

export const registrationHandlers = {} satisfies Handlers<typeof registrationCalls, Context, Actor>
