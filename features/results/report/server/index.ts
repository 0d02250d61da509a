import type { Handlers } from '#contract/call.ts'
import type { reportCalls } from '#features/results/report/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { exportPitchReport } from './exportPitchReport.ts'
import { getPitchChat } from './getPitchChat.ts'
import { getPitchQuestions } from './getPitchQuestions.ts'

/** The handlers of this feature's calls. */
export const reportHandlers = { exportPitchReport, getPitchQuestions, getPitchChat } satisfies Handlers<
  typeof reportCalls,
  Context,
  Actor
>
