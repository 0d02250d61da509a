import type { Deck } from '#features/room/deck/web/useDeck.ts'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'

/** What every view of a room is shown from. */
export interface InRoom {
  /** Its uuid. */
  pitch: string
  info: JoinInfo
  now: RoomNow
  connection: RoomConnection
  status: number
  /** The page that the room is on. */
  page: number
  deck: Deck | undefined
}
