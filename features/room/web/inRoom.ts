import type { JoinInfo } from './joinInfo.ts'
import type { RoomConnection, RoomNow } from './roomConnection.ts'
import type { Deck } from './useDeck.ts'

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
