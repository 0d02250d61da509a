import type { Calls } from '#contract/call.ts'

export const organisationCalls = {} satisfies Calls
