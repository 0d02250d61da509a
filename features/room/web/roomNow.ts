import type { ErrorCode } from '#contract/errors.ts'
import type { RoomEvent } from '#features/room/events.ts'
import type { Me, Resumed, Snapshot } from '#features/room/socket.ts'
import { notTurned, type Turning, takeChange, takeSnapshot } from './pageTurning.ts'
import { type Feed, noFeed, takeEvent, takeRoom } from './roomFeed.ts'

/** `connecting`: never connected yet. `lost`: was connected, and tries again by itself. `closed`: will not try again. */
export type Link = 'connecting' | 'on' | 'lost' | 'closed'

/** All that a screen of the room needs to know. A new object whenever something changed. */
export interface RoomNow {
  readonly link: Link
  /** Why the link is closed. */
  readonly refusal: ErrorCode | undefined
  readonly feed: Feed
  readonly me: Me | undefined
  readonly group: string | undefined
  readonly here: number
  /** The ids of those in the room who present. */
  readonly presenters: readonly string[]
  readonly turning: Turning
}

export const nothingYet: RoomNow = {
  link: 'connecting',
  refusal: undefined,
  feed: noFeed,
  me: undefined,
  group: undefined,
  here: 0,
  presenters: [],
  turning: notTurned,
}

export const markOf = ({ view: { room } }: Feed) => ({ page: room.page, action: room.action, index: room.index })

/** Connected, with the room as it is. */
export function withSnapshot(now: RoomNow, { seq, state, ...welcome }: Snapshot): RoomNow {
  const feed = takeRoom(now.feed, seq, state)
  const turning = takeSnapshot(now.turning, feed.view.room.status, markOf(feed))
  return { ...withWelcome(now, welcome), feed, turning }
}

/** Connected again; the events that were missed come one by one. */
export const withWelcome = (
  now: RoomNow,
  { me, group_uuid, here, presenters }: Pick<Resumed, 'me' | 'group_uuid' | 'here' | 'presenters'>,
): RoomNow => ({ ...now, link: 'on', refusal: undefined, me, group: group_uuid, here, presenters })

/** After an event: `gap` when one before it is missing, `now` itself when it was known. `time` is in milliseconds. */
export function withEvent(now: RoomNow, event: RoomEvent, time: number): RoomNow | 'gap' {
  const feed = takeEvent(now.feed, event)
  if (feed === 'gap') return 'gap'
  return feed === now.feed ? now : { ...now, feed, turning: turningAfter(now, feed, event, time) }
}

function turningAfter({ turning, me }: RoomNow, feed: Feed, event: RoomEvent, time: number): Turning {
  const { status } = feed.view.room
  switch (event.type) {
    case 'pageChanged':
      return takeChange(turning, event.payload, { status, own: me?.session ?? '', now: time })
    case 'pitchStarted':
    case 'pitchReopened':
      return takeSnapshot(turning, status, markOf(feed))
    case 'deckShown':
      // what was under way are pages of other slides
      return { shown: markOf(feed), due: undefined, sent: [] }
    default:
      return turning
  }
}
