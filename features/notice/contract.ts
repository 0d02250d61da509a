import type { Calls } from '#contract/call.ts'

export const noticeCalls = {} satisfies Calls
