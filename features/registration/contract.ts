import type { Calls } from '#contract/call.ts'

export const registrationCalls = {} satisfies Calls
