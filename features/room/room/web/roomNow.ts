import type { ErrorCode } from '#contract/errors.ts'
import type { RoomModel, RoomSaid, RoomState } from '#features/room/room/parts.ts'
import type { Me, Resumed } from '#features/room/room/socket.ts'
import { type Feed, noFeed } from './roomFeed.ts'

/** The state of a room without its `RoomSaid` fields. */
export type RoomShown = Omit<RoomState, keyof RoomSaid>

/** `connecting`: never connected yet. `lost`: was connected, and reconnects by itself. `closed`: does not reconnect. */
export type Link = 'connecting' | 'on' | 'lost' | 'closed'

/** The state of words beside the feed; they add to it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the words
export interface RoomBesides {}

/**
 * The room for its screens, without the `RoomSaid` fields, which change many times a second: the components that show those
 * read them themselves. Each change makes a new object.
 */
export interface RoomNow extends RoomBesides {
  readonly link: Link
  /** Why the link is closed. */
  readonly refusal: ErrorCode | undefined
  readonly feed: Pick<Feed, 'from'> & {
    /** A number once the room is known, not necessarily the last one. */
    readonly seq: Feed['seq']
    readonly view: { readonly room: RoomShown }
  }
  readonly me: Me | undefined
  readonly group: string | undefined
  readonly here: number
  /** The ids of the presenters in the room. */
  readonly presenters: readonly string[]
}

/** All of the room. */
export interface RoomWhole extends RoomNow {
  readonly feed: Feed
}

export const nothingYet = (model: RoomModel, besides: RoomBesides): RoomWhole => ({
  link: 'connecting',
  refusal: undefined,
  feed: noFeed(model),
  me: undefined,
  group: undefined,
  here: 0,
  presenters: [],
  ...besides,
})

/** The room after a new connection, before its missed events are applied. */
export const withWelcome = (
  now: RoomWhole,
  { me, group_uuid, here, presenters }: Pick<Resumed, 'me' | 'group_uuid' | 'here' | 'presenters'>,
): RoomWhole => ({ ...now, link: 'on', refusal: undefined, me, group: group_uuid, here, presenters })

/** Whether anything else than a `RoomSaid` field changed. */
export function isMoreThanSaid({ said }: RoomModel, before: RoomWhole, now: RoomWhole): boolean {
  const others = Object.keys(now).filter(key => key !== 'feed') as Exclude<keyof RoomWhole, 'feed'>[]
  if (others.some(key => now[key] !== before[key]) || now.feed.from !== before.feed.from) return true
  const [room, old] = [now.feed.view.room, before.feed.view.room]
  return (
    room !== old &&
    (Object.keys(room) as (keyof RoomState)[]).some(key => !said.includes(key) && room[key] !== old[key])
  )
}
