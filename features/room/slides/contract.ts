import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { lookBackChoices, pageActions } from '#features/room/slides/rules.ts'
import { MOST_ZOOM } from '#features/room/slides/zoom.ts'

const onPitch = { pitch_uuid: z.uuid() }
const turning = {
  ...onPitch,
  page: z.number().int(),
  action: z.enum(pageActions).default('right'),
  index: z.number().int().min(0).max(10_000).default(0),
  /** The number of the page's deck; when the room shows another one by then, nothing turns. */
  deck: z.number().int().optional(),
}

/** What a room shows: the page, the direction of the turn to it, and the step on it. */
const PageMark = z.object({ page: z.number().int(), action: z.enum(pageActions), index: z.number().int() })

export const slidesCalls = {
  /** [CALL-052] Turns the slides of a pitch to a page. */
  sgUpdatePitchPages: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object(turning),
    output: z.object({
      page: z.number().int(),
      index: z.number().int(),
      /** The number of the room's last event by then: a client that has that event knows of the turn. */
      seq: z.number().int(),
    }),
    errors: ['PitchNotFound', 'PageNotFound', 'PitchStateForbids', 'NoPermission'],
  }),
  /** [CALL-011] Gets the state of a pitch. */
  getPitchStatus: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ status: z.number().int(), current_page: z.number().int(), current_index: z.number().int() }),
    errors: ['PitchNotFound'],
  }),
  /** [CALL-066] Gets the page that a room shows. */
  getPageAction: call({
    who: callers.everyone,
    reads: true,
    input: z.object(onPitch),
    output: PageMark,
    errors: ['PitchNotFound'],
  }),
  /**
   * [CALL-067] Turns the slides like sgUpdatePitchPages, and returns all that the room shows.
   */
  updatePageAction: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object(turning),
    output: PageMark,
    errors: ['PitchNotFound', 'PageNotFound', 'PitchStateForbids', 'NoPermission'],
  }),
  /** Zooms the page for the whole room, for presenters; a scale of 1 is all of the page. */
  updatePageZoom: call({
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
  /** Sets the slides that attendees may look at on their own: none, those shown so far, or all. */
  updatePitchLookBack: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, look_back: z.enum(lookBackChoices) }),
    output: z.object({ look_back: z.enum(lookBackChoices) }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /**
   * Shows another file of the pitch to the room while it is live, or without `file_id` the slides with which it began.
   */
  showPitchFile: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, file_id: z.uuid().optional() }),
    /** The page that is shown then, and the number of pages. */
    output: z.object({ page: z.number().int(), total: z.number().int() }),
    errors: ['PitchNotFound', 'PitchStateForbids', 'NoPermission', 'DeckFileNotFound', 'DeckFileNotReady'],
  }),
}
