import type { ErrorCode } from '#contract/errors.ts'
import type { RoomModel } from '#features/room/room/parts.ts'
import type { UpSignal } from '#features/room/room/signals.ts'
import type { ROOM_NAMESPACE, RoomAuth, RoomFromServer, Watching } from '#features/room/room/socket.ts'

/** The used part of a Socket.IO socket. */
export interface RoomSocket {
  on(event: string, listener: (...given: never[]) => void): unknown
  emit(...message: ['watching', Watching] | ['signal', UpSignal]): unknown
  connect(): unknown
  disconnect(): unknown
}
export type Listeners = RoomFromServer & {
  connect: () => void
  disconnect: (reason: string) => void
  connect_error: (error: Error & { data?: { code?: ErrorCode } }) => void
}

export interface ConnectionParts {
  readonly model: RoomModel
  /** Makes a socket. Fails when its code cannot be fetched. */
  open(namespace: typeof ROOM_NAMESPACE, auth: (give: (auth: RoomAuth) => void) => void): Promise<RoomSocket>
  /** Renews the session, or fails as a call does. */
  renew(): Promise<unknown>
  now?: () => number
}
