import { z } from 'zod'
import { call, callers } from '#contract/call.ts'

export const reportCalls = {
  /** One table of a pitch's results as CSV, for those who manage it. Cells that a spreadsheet would run are escaped. */
  exportPitchReport: call({
    path: 'token',
    who: callers.people,
    input: z.object({ uuid: z.uuid(), kind: z.enum(['attendance', 'feedback', 'commitments', 'polls']) }),
    output: z.object({ filename: z.string(), csv: z.string() }),
    errors: ['PitchNotFound'],
  }),
}
