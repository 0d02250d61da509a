import type { ErrorCode } from '#contract/errors.ts'
import type { RoomModel, RoomSaid, RoomState } from '#features/room/room/parts.ts'
import type { Me, Resumed } from '#features/room/room/socket.ts'
import { type Feed, noFeed } from './roomFeed.ts'

/** The state of a room but for what is said in it. */
export type RoomShown = Omit<RoomState, keyof RoomSaid>

/** `connecting`: never connected yet. `lost`: was connected, and tries again by itself. `closed`: will not try again. */
export type Link = 'connecting' | 'on' | 'lost' | 'closed'

/** What a word keeps beside what the server says; it adds to it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the words
export interface RoomBesides {}

/**
 * What a screen of the room needs to know, but for what is said: that changes many times a second, and those who show it
 * ask for it themselves. A new object whenever something of it changed.
 */
export interface RoomNow extends RoomBesides {
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
}

/** All of the room, with what is said in it. */
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

/** Connected again; the events that were missed come one by one. */
export const withWelcome = (
  now: RoomWhole,
  { me, group_uuid, here, presenters }: Pick<Resumed, 'me' | 'group_uuid' | 'here' | 'presenters'>,
): RoomWhole => ({ ...now, link: 'on', refusal: undefined, me, group: group_uuid, here, presenters })

/** Whether more changed than what is said. */
export function isMoreThanSaid({ said }: RoomModel, before: RoomWhole, now: RoomWhole): boolean {
  const others = Object.keys(now).filter(key => key !== 'feed') as Exclude<keyof RoomWhole, 'feed'>[]
  if (others.some(key => now[key] !== before[key]) || now.feed.from !== before.feed.from) return true
  const [room, old] = [now.feed.view.room, before.feed.view.room]
  return (
    room !== old &&
    (Object.keys(room) as (keyof RoomState)[]).some(key => !said.includes(key) && room[key] !== old[key])
  )
}
