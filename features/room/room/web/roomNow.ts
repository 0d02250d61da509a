import type { ErrorCode } from '#contract/errors.ts'
import type { RoomEvent, RoomModel, RoomState } from '#features/room/room/parts.ts'
import type { Me, Resumed, Snapshot } from '#features/room/room/socket.ts'
import { notTurned, type Turning, takeChange, takeSnapshot } from './pageTurning.ts'
import { type Feed, noFeed, takeEvent, takeRoom } from './roomFeed.ts'

/** A room but for what is said in it. */
export type RoomShown = Omit<RoomState, 'captions'>

/** `connecting`: never connected yet. `lost`: was connected, and tries again by itself. `closed`: will not try again. */
export type Link = 'connecting' | 'on' | 'lost' | 'closed'

/**
 * What a screen of the room needs to know, but for what is said: that changes many times a second, and those who show it
 * ask for it themselves. A new object whenever something of it changed.
 */
export interface RoomNow {
  readonly link: Link
  /** Why the link is closed. */
  readonly refusal: ErrorCode | undefined
  readonly feed: Pick<Feed, 'from'> & {
    /** A number once the room is known; not the last one. */
    readonly seq: Feed['seq']
    readonly view: { readonly room: RoomShown }
  }
  readonly me: Me | undefined
  readonly group: string | undefined
  readonly here: number
  /** The ids of those in the room who present. */
  readonly presenters: readonly string[]
  readonly turning: Turning
}

/** All of the room, with its chat and its captions. */
export interface RoomWhole extends RoomNow {
  readonly feed: Feed
}

export const nothingYet = (model: RoomModel): RoomWhole => ({
  link: 'connecting',
  refusal: undefined,
  feed: noFeed(model),
  me: undefined,
  group: undefined,
  here: 0,
  presenters: [],
  turning: notTurned,
})

export const markOf = ({ view: { room } }: Feed) => ({ page: room.page, action: room.action, index: room.index })

/** Connected, with the room as it is. */
export function withSnapshot(now: RoomWhole, { seq, state, ...welcome }: Snapshot): RoomWhole {
  const feed = takeRoom(now.feed, seq, state)
  const turning = takeSnapshot(now.turning, feed.view.room.status, markOf(feed))
  return { ...withWelcome(now, welcome), feed, turning }
}

/** Connected again; the events that were missed come one by one. */
export const withWelcome = (
  now: RoomWhole,
  { me, group_uuid, here, presenters }: Pick<Resumed, 'me' | 'group_uuid' | 'here' | 'presenters'>,
): RoomWhole => ({ ...now, link: 'on', refusal: undefined, me, group: group_uuid, here, presenters })

/** After an event: `gap` when one before it is missing, `now` itself when it was known. `time` is in milliseconds. */
export function withEvent(model: RoomModel, now: RoomWhole, event: RoomEvent, time: number): RoomWhole | 'gap' {
  const feed = takeEvent(model, now.feed, event)
  if (feed === 'gap') return 'gap'
  return feed === now.feed ? now : { ...now, feed, turning: turningAfter(now, feed, event, time) }
}

function turningAfter({ turning, me }: RoomWhole, feed: Feed, event: RoomEvent, time: number): Turning {
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

/** Whether more changed than what is said. */
export function isMoreThanSaid(before: RoomWhole, now: RoomWhole): boolean {
  const others = Object.keys(now).filter(key => key !== 'feed') as Exclude<keyof RoomWhole, 'feed'>[]
  if (others.some(key => now[key] !== before[key]) || now.feed.from !== before.feed.from) return true
  const [room, old] = [now.feed.view.room, before.feed.view.room]
  return (
    room !== old && (Object.keys(room) as (keyof RoomState)[]).some(key => key !== 'captions' && room[key] !== old[key])
  )
}
