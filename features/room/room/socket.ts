import type { ErrorCode } from '#contract/errors.ts'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import type { RoomEvent, RoomView } from '#features/room/room/parts.ts'
import type { UpSignal } from './signals.ts'

// The types of the room socket. docs/wire.md explains them for other programs.

/** The Socket.IO namespace of the rooms. */
export const ROOM_NAMESPACE = '/room'

/** The credentials of a connection. */
export interface RoomAuth {
  /** The uuid of the pitch. */
  readonly pitch: string
  /** The number of the client's last event. */
  readonly since?: number
  /** Replaces the cookies. */
  readonly token?: string
}

/** The connected person. `session` is the id in `sender` of a page change. */
export interface Me {
  readonly id: string
  readonly session: string
  readonly part: PitchPart
  readonly name: string
}

/** The number of people in the room, and the ids of the presenters among them. */
export interface Here {
  readonly here: number
  readonly presenters: readonly string[]
}

/** The fields that words add to the greeting of a connection, by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the words
export interface RoomWelcome {}

interface Welcome extends Here, RoomWelcome {
  /** The number of the last event that this message accounts for. */
  readonly seq: number
  readonly me: Me
}

/** The whole room at one moment. */
export interface Snapshot extends Welcome {
  readonly state: RoomView
}

/** The few events that a connection with `since` has missed, in order; for many it gets a snapshot. */
export interface Resumed extends Welcome {
  readonly events: readonly RoomEvent[]
}

/** A person who entered the room. */
export interface Arrival {
  readonly id: string
  readonly name: string
  readonly part: PitchPart
}

/** At most four a second. `more`: not every person is named, so getRoomPeople is needed. */
export interface Presence extends Here {
  readonly joined: readonly Arrival[]
  readonly left: readonly string[]
  readonly more: boolean
}

/** A message without a number, which may be lost: `presence`, `reactions`, `pointer`, and those of other words. */
export type Signal =
  | { readonly type: 'presence'; readonly payload: Presence }
  | { readonly type: string; readonly payload: unknown }

export interface RoomFromServer {
  snapshot: (snapshot: Snapshot) => void
  resumed: (resumed: Resumed) => void
  event: (event: RoomEvent) => void
  /** The number of the room's last event, every few seconds. A client that is behind reconnects with `since`. */
  head: (head: { readonly seq: number }) => void
  signal: (signal: Signal) => void
  /**
   * The server ends this connection, and why. After `Unavailable` the client reconnects, at a random time `within` these
   * milliseconds when many connections end at once.
   */
  closing: (why: { readonly code: ErrorCode; readonly within?: number }) => void
}

/** The messages of clients; any other one ends its connection. */
export interface RoomFromClient {
  watching: (watching: Watching) => void
  signal: (signal: UpSignal) => void
}

/** What a client's window shows. Without `page` the person follows the room, as nearly all do. */
export interface Watching {
  /** Whether the browser's window is visible. */
  readonly visible: boolean
  /** The page of the deck in view, when it is not the room's. It holds until the connection's next message. */
  readonly page?: number
}
