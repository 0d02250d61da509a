import { z } from 'zod'
import { event } from '#contract/event.ts'
import { messageTypes } from '#features/room/room/rules.ts'
import { lookBackChoices, pageActions } from '#features/room/slides/rules.ts'

/** The events of a room's slides. */
export const slidesEvents = {
  /** [CONST-013] `sender` is the id (not the token) of the session that turned the page: its own browser skips the echo. */
  pageChanged: event(
    z.object({
      msg_type: z.literal(messageTypes.pageChange).default(messageTypes.pageChange),
      page: z.number().int(),
      action: z.enum(pageActions),
      index: z.number().int(),
      sender: z.string(),
    }),
  ),
  /** The part of the page that the room sees; null for all of it. */
  zoomChanged: event(
    z.object({
      page: z.number().int(),
      zoom: z.object({ scale: z.number(), x: z.number(), y: z.number() }).nullable(),
    }),
  ),
  /** Attendees may look at other slides by themselves than before. */
  lookBackChanged: event(z.object({ lookBack: z.enum(lookBackChoices) })),
}
