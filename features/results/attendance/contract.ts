import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging } from '#contract/fields.ts'

export const attendanceCalls = {
  /**
   * Lists who attended, for how long, and how long each had each slide in view; and the invitees who did not come. A
   * stay ends with the pitch at the latest.
   */
  getPitchAttendance: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({
      pitch_uuid: z.uuid(),
      ...paging,
      name: line(100).optional(),
      who: z.enum(['came', 'absent', 'all']).default('came'),
    }),
    output: listOf(
      z.object({
        user_id: z.uuid(),
        name: z.string(),
        email: z.string(),
        /** Null: they were invited and did not come. */
        joined_at: instant.nullable(),
        /** Null while they are there, and for an invitee who did not come. */
        left_at: instant.nullable(),
        /** Seconds in the room, over all stays. */
        seconds: z.number().int(),
        pages: z.array(z.object({ page: z.number().int(), seconds: z.number().int() })),
      }),
    ),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
}
