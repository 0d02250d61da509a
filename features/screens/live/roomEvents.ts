import { replayEvents } from '#features/results/replay/events.ts'
import { deckEvents } from '#features/room/deck/events.ts'
import { guestEvents } from '#features/room/guest/events.ts'
import { recordingEvents } from '#features/room/recording/events.ts'
import { coreEvents } from '#features/room/room/events.ts'
import type { RoomEvents } from '#features/room/room/parts.ts'
import { shareEvents } from '#features/room/share/events.ts'
import { slidesEvents } from '#features/room/slides/events.ts'
import { stageEvents } from '#features/room/stage/events.ts'
import { captionEvents } from '#features/talk/caption/events.ts'
import { chatEvents } from '#features/talk/chat/events.ts'
import { pollEvents } from '#features/talk/poll/events.ts'
import { questionEvents } from '#features/talk/question/events.ts'

/** All numbered events of a room, with the schemas by which the server checks their payloads. */
export const roomEvents = {
  ...coreEvents,
  ...guestEvents,
  ...deckEvents,
  ...slidesEvents,
  ...shareEvents,
  ...stageEvents,
  ...recordingEvents,
  ...captionEvents,
  ...chatEvents,
  ...questionEvents,
  ...pollEvents,
  ...replayEvents,
} satisfies RoomEvents
