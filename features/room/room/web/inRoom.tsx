import { createContext, type ReactNode, use, useMemo } from 'react'
import type { JoinInfo } from './joinInfo.ts'
import { type RoomClient, roomClient } from './roomClient.ts'
import type { RoomConnection, RoomNow } from './roomConnection.ts'
import type { RoomShown } from './roomNow.ts'
import { useFailed } from './useFailed.ts'

interface Given {
  /** Its uuid. */
  readonly pitch: string
  readonly connection: RoomConnection
  /** With the part that one has in it now, and the name of who presents it now. */
  readonly info: JoinInfo
  readonly now: RoomNow
  readonly status: number
}

/** What every part of a room's screen may need. A new object whenever something of it changed. */
export interface InRoom extends Given {
  readonly client: RoomClient
  readonly room: RoomShown
  /** What went wrong last, and the way to say so; undefined takes it back. */
  readonly failed: unknown
  readonly fail: (failure: unknown) => void
}

const Room = createContext<InRoom | undefined>(undefined)

/** Around the screen of one room. What is said in it changes nothing here. */
export function RoomProvider({ pitch, connection, info, now, status, children }: Given & { children: ReactNode }) {
  const [failed, fail] = useFailed(now.link)
  const value = useMemo(() => {
    const { room } = now.feed.view
    return { pitch, connection, info, now, status, client: roomClient(pitch), room, failed, fail }
  }, [pitch, connection, info, now, status, failed, fail])
  return <Room value={value}>{children}</Room>
}

/** The room in which this stands. */
export function useInRoom(): InRoom {
  const room = use(Room)
  if (!room) throw new Error('there is no RoomProvider around this')
  return room
}
