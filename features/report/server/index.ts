import type { Handlers } from '#contract/call.ts'
import type { reportCalls } from '#features/report/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { exportPitchReport } from './exportPitchReport.ts'

/** The handlers of this feature's calls. */
export const reportHandlers = { exportPitchReport } satisfies Handlers<typeof reportCalls, Context, Actor>
