import type { Calls } from '#contract/call.ts'

export const socialCalls = {} satisfies Calls
