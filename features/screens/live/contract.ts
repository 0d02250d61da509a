import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, listOf, paging } from '#contract/fields.ts'

const onPitch = { pitch_uuid: z.uuid() }

export const liveCalls = {
  /** Removes an attendee from the room until readmitted: their connections, video and tokens end at once. */
  removeAttendee: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, user_id: z.uuid() }),
    errors: ['PitchNotFound', 'AttendeeNotFound', 'NoPermission'],
  }),
  /** Lists the removed attendees, last removed first, and who removed them, for people who may readmit them. */
  getRemovedList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ ...onPitch, ...paging }),
    output: listOf(
      z.object({
        user_id: z.uuid(),
        name: z.string(),
        removed_at: instant,
        /** Empty if that account was deleted. */
        removed_by: z.string(),
      }),
    ),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** Readmits a removed attendee. */
  readmitAttendee: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, user_id: z.uuid() }),
    errors: ['PitchNotFound', 'AttendeeNotFound', 'NoPermission'],
  }),
}
