import type { ErrorCode } from '#contract/errors.ts'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import type { RoomEvent, RoomView } from '#features/room/room/parts.ts'
import type { UpSignal } from './signals.ts'

// What goes over the room socket, as types alone. docs/wire.md explains it to other programs.

/** The Socket.IO namespace of the rooms. */
export const ROOM_NAMESPACE = '/room'

/** What a connection shows first. */
export interface RoomAuth {
  /** The uuid of the pitch. */
  readonly pitch: string
  /** The number of the last event that this client has. */
  readonly since?: number
  /** Instead of the cookies. */
  readonly token?: string
}

/** Who is connected. `session` is what `sender` of a page change names. */
export interface Me {
  readonly id: string
  readonly session: string
  readonly part: PitchPart
  readonly name: string
}

/** Who is in the room: how many people, and the ids of those of them who present. */
export interface Here {
  readonly here: number
  readonly presenters: readonly string[]
}

/** What everybody who comes in is told besides; a word adds to it by declaration merging. */
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

/** What a connection with `since` has missed, in order, when that is little; else it gets a snapshot. */
export interface Resumed extends Welcome {
  readonly events: readonly RoomEvent[]
}

/** Somebody who came. */
export interface Arrival {
  readonly id: string
  readonly name: string
  readonly part: PitchPart
}

/** At most four a second. `more` says that not everybody is named: ask getRoomPeople again. */
export interface Presence extends Here {
  readonly joined: readonly Arrival[]
  readonly left: readonly string[]
  readonly more: boolean
}

/** What may be lost and is not numbered: `presence`, `reactions`, `pointer`, and what other features signal. */
export type Signal =
  | { readonly type: 'presence'; readonly payload: Presence }
  | { readonly type: string; readonly payload: unknown }

export interface RoomFromServer {
  snapshot: (snapshot: Snapshot) => void
  resumed: (resumed: Resumed) => void
  event: (event: RoomEvent) => void
  /** The number of the room's last event, every few seconds: whoever has less connects again with `since`. */
  head: (head: { readonly seq: number }) => void
  signal: (signal: Signal) => void
  /**
   * The server is about to end this connection, and why. `Unavailable`: connect again, some time `within` so many
   * milliseconds where many were told the same.
   */
  closing: (why: { readonly code: ErrorCode; readonly within?: number }) => void
}

/** Everything that a client may send; anything else ends its connection. */
export interface RoomFromClient {
  watching: (watching: Watching) => void
  /** Of the moment, and may be lost. */
  signal: (signal: UpSignal) => void
}

/** Without `page` the person follows the room, which is what nearly everybody does. */
export interface Watching {
  /** Whether the browser's page is in view. */
  readonly visible: boolean
  /** The page of the deck that is shown, when that is another one than the room's. Until this connection says otherwise. */
  readonly page?: number
}
