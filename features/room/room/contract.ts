import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { instant, line, listOf, paging } from '#contract/fields.ts'
import { pageActions } from '#features/room/room/rules.ts'
import { lookBackChoices } from './rules.ts'
import { MOST_ZOOM } from './zoom.ts'

/**
 * Somebody in the attendee list of a room. Of ENT-088 it has neither `address`, which is nobody's business there, nor
 * `end_date_raw`: nobody's attendance ends by itself, and the pitch's own end is with the pitch.
 */
export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  avatar: z.string(),
  /** [ENT-089] The position. */
  sign: z.string(),
  company_name: z.string(),
  linkedin_publicProfileUrl: z.string(),
  part: z.enum(['owner', 'coHost', 'moderator', 'admin', 'attendee']),
  /** [ENT-090] Here now. */
  line: z.boolean(),
  /** Removed from the room and not readmitted; only those who may readmit see such people. */
  removed: z.boolean(),
  /** [PERM-058, PERM-059] What a guest is called to those who may not know who it is; then it is the name as well, and the rest is empty. */
  guest: z.string(),
  /** [PERM-062] For admin users alone. */
  email: z.string().optional(),
})
export type Person = z.infer<typeof Person>

const someIds = z.array(z.uuid()).max(100)
const onPitch = { pitch_uuid: z.uuid() }
const turning = {
  ...onPitch,
  page: z.number().int(),
  action: z.enum(pageActions).default('right'),
  index: z.number().int().min(0).max(10_000).default(0),
  /** The number of the deck that the page is of; when other slides are shown by then, nothing turns. */
  deck: z.number().int().optional(),
}

/** What a room shows: the page, the side from which it came, the step on it. */
const PageMark = z.object({ page: z.number().int(), action: z.enum(pageActions), index: z.number().int() })

export const roomCalls = {
  /** GAP-021 */
  startPitch: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ status: z.number().int() }),
    errors: ['PitchNotFound', 'PitchStateForbids', 'PitchNotReady', 'NoPermission'],
  }),
  /** CALL-032 */
  endPitch: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ status: z.number().int() }),
    errors: ['PitchNotFound', 'PitchStateForbids', 'NoPermission'],
  }),
  /** CALL-052 */
  sgUpdatePitchPages: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object(turning),
    output: z.object({
      page: z.number().int(),
      index: z.number().int(),
      /** The number of the room's last event by then: whoever follows the room knows of the turn once they are as far. */
      seq: z.number().int(),
    }),
    errors: ['PitchNotFound', 'PageNotFound', 'PitchStateForbids', 'NoPermission'],
  }),
  /** CALL-011 */
  getPitchStatus: call({
    path: 'token',
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ status: z.number().int(), current_page: z.number().int(), current_index: z.number().int() }),
    errors: ['PitchNotFound'],
  }),
  /** CALL-066 */
  getPageAction: call({
    path: 'token',
    who: callers.everyone,
    reads: true,
    input: z.object(onPitch),
    output: PageMark,
    errors: ['PitchNotFound'],
  }),
  /** CALL-067: the same as sgUpdatePitchPages, and answers all of what the room shows. */
  /** The part of the page that everybody sees, for those who present; a scale of 1 is all of it. */
  updatePageZoom: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({
      pitch_uuid: z.uuid(),
      page: z.number().int().min(1),
      scale: z.number().min(1).max(MOST_ZOOM),
      x: z.number().min(0).max(1),
      y: z.number().min(0).max(1),
    }),
    output: z.object({ zoom: z.object({ scale: z.number(), x: z.number(), y: z.number() }).nullable() }),
    errors: ['PitchNotFound', 'PitchStateForbids', 'NoPermission'],
  }),
  updatePageAction: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object(turning),
    output: PageMark,
    errors: ['PitchNotFound', 'PageNotFound', 'PitchStateForbids', 'NoPermission'],
  }),
  /** Whether attendees may leaf through slides by themselves: none, those shown so far, all. */
  updatePitchLookBack: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, look_back: z.enum(lookBackChoices) }),
    output: z.object({ look_back: z.enum(lookBackChoices) }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  getRoomPeople: call({
    path: 'token',
    who: callers.everyone,
    reads: true,
    answer: 'results',
    input: z.object({
      ...onPitch,
      ...paging,
      name: line(100).optional(),
      /** These alone, such as those on stage; or all but these. */
      only: someIds.optional(),
      without: someIds.optional(),
    }),
    output: listOf(Person).extend({ here: z.number().int() }),
    errors: ['PitchNotFound'],
  }),
  /** Removes somebody from the room until readmitted: their connections, video and tokens end at once. */
  removeAttendee: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, user_id: z.uuid() }),
    output: z.object({}),
    errors: ['PitchNotFound', 'AttendeeNotFound', 'NoPermission'],
  }),
  /** Who was removed and not let in again, the last first, and by whom: for those who may let them in. */
  getRemovedList: call({
    path: 'token',
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
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, user_id: z.uuid() }),
    output: z.object({}),
    errors: ['PitchNotFound', 'AttendeeNotFound', 'NoPermission'],
  }),
  /**
   * Who was there, for how long, and how long each had each slide in view; and the invitees who did not come. A stay ends
   * with the pitch at the latest.
   */
  getPitchAttendance: call({
    path: 'token',
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({
      ...onPitch,
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
        /** Null while they are there, and of somebody who did not come. */
        left_at: instant.nullable(),
        /** Seconds in the room, over all stays. */
        seconds: z.number().int(),
        pages: z.array(z.object({ page: z.number().int(), seconds: z.number().int() })),
      }),
    ),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
}
