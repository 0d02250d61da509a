import type { Calls } from '#contract/call.ts'

export const auditCalls = {} satisfies Calls
