import { z } from 'zod'
import { event } from '#contract/event.ts'
import { messageTypes } from '#features/room/room/rules.ts'
import { lookBackChoices, pageActions } from '#features/room/slides/rules.ts'

/** The events of what a room shows of its slides. */
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
  /** The part of the page that everybody sees; null: all of it. */
  zoomChanged: event(
    z.object({
      page: z.number().int(),
      zoom: z.object({ scale: z.number(), x: z.number(), y: z.number() }).nullable(),
    }),
  ),
  /** Attendees may look at other slides or more of them, or may not any longer. */
  lookBackChanged: event(z.object({ lookBack: z.enum(lookBackChoices) })),
}
