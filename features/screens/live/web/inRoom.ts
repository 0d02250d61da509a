import type { Deck } from '#features/room/deck/web/useDeck.ts'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'
import type { SlidesConnection } from '#features/room/slides/web/slidesConnection.ts'

/** What every view of a room is shown from. */
export interface InRoom {
  /** Its uuid. */
  pitch: string
  info: JoinInfo
  now: RoomNow
  connection: SlidesConnection
  status: number
  /** The page that the room is on. */
  page: number
  deck: Deck | undefined
}
