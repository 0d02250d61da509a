import type { Calls } from '#contract/call.ts'

export const factorCalls = {} satisfies Calls
