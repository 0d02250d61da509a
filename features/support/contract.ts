import type { Calls } from '#contract/call.ts'

export const supportCalls = {} satisfies Calls
