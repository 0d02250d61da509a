import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, listOf, paging } from '#contract/fields.ts'

const onPitch = { pitch_uuid: z.uuid() }

export const liveCalls = {
  /** Removes somebody from the room until readmitted: their connections, video and tokens end at once. */
  removeAttendee: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, user_id: z.uuid() }),
    errors: ['PitchNotFound', 'AttendeeNotFound', 'NoPermission'],
  }),
  /** Who was removed and not let in again, the last first, and by whom: for those who may let them in. */
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
        /** Empty when that account is gone. */
        removed_by: z.string(),
      }),
    ),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  readmitAttendee: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, user_id: z.uuid() }),
    errors: ['PitchNotFound', 'AttendeeNotFound', 'NoPermission'],
  }),
}
