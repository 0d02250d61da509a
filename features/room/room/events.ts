import { z } from 'zod'
import { type EventOf, event } from '#contract/event.ts'
import { deckEvents } from '#features/room/deck/events.ts'
import { guestEvents } from '#features/room/guest/events.ts'
import { shareEvents } from '#features/room/share/events.ts'
import { Leader, stageEvents } from '#features/room/stage/events.ts'
import { captionEvents } from '#features/talk/caption/events.ts'
import { chatEvents } from '#features/talk/chat/events.ts'
import { messageTypes } from '#features/talk/chat/rules.ts'
import { pollEvents } from '#features/talk/poll/events.ts'
import { questionEvents } from '#features/talk/question/events.ts'
import { lookBackChoices } from './rules.ts'

export const pageActions = ['left', 'right'] as const
export type PageAction = (typeof pageActions)[number]

/** Every numbered event of a room and what it carries. */
export const roomEvents = {
  ...captionEvents,
  ...chatEvents,
  ...deckEvents,
  ...questionEvents,
  ...stageEvents,
  ...shareEvents,
  ...guestEvents,
  ...pollEvents,
  /** `rehearsal`: among those who run the pitch alone, and nothing of it counts. */
  pitchStarted: event(
    z.object({
      startedAt: z.string(),
      host: z.uuid(),
      leader: Leader.optional(),
      rehearsal: z.literal(true).optional(),
    }),
  ),
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
  /** [CONST-014] */
  attendeeRemoved: event(
    z.object({
      msg_type: z.literal(messageTypes.action).default(messageTypes.action),
      action: z.literal('remove').default('remove'),
      account: z.uuid(),
    }),
  ),
  attendeeReadmitted: event(z.object({ account: z.uuid() })),
  pitchEnded: event(z.object({ endedAt: z.string() })),
  /** [STATE-030, STATE-032] A pitch that was over is to be presented again: the room stands as before its start. */
  pitchReopened: event(z.object({})),
}

export type RoomEvent = EventOf<typeof roomEvents>
export type RoomEventType = keyof typeof roomEvents
export type RoomPayload<K extends RoomEventType> = z.input<(typeof roomEvents)[K]['payload']>

// The state that events add up to has no schemas, so that browsers carry none.
export * from './apply.ts'
