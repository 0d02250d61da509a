import type { RoomEvent } from '#features/room/room/parts.ts'
import type { Feed } from '#features/room/room/web/roomFeed.ts'
import type { RoomWhole } from '#features/room/room/web/roomNow.ts'
import type { ShownPage } from '#features/room/slides/rules.ts'
import { type Turning, takeChange, takeSnapshot } from './pageTurning.ts'

declare module '#features/room/room/web/roomNow.ts' {
  interface RoomBesides {
    readonly turning: Turning
  }
}

/** The page that the room shows. */
export const markOf = ({ view: { room } }: Feed): ShownPage => ({
  page: room.page,
  action: room.action,
  index: room.index,
})

/** The turning after a snapshot, or after an event; `time` is in milliseconds. */
export function turningAfter(
  { turning, me }: RoomWhole,
  feed: Feed,
  event: RoomEvent | undefined,
  time: number,
): Turning {
  const { status } = feed.view.room
  switch (event?.type) {
    case 'pageChanged':
      return takeChange(turning, event.payload, { status, own: me?.session ?? '', now: time })
    case undefined:
    case 'pitchStarted':
    case 'pitchReopened':
      return takeSnapshot(turning, status, markOf(feed))
    case 'deckShown':
      // turns that were being sent are pages of other slides
      return { shown: markOf(feed), due: undefined, sent: [] }
    default:
      return turning
  }
}
