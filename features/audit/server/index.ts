import type { Handlers } from '#contract/call.ts'
import type { auditCalls } from '#features/audit/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

export const auditHandlers = {} satisfies Handlers<typeof auditCalls, Context, Actor>
