import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { JoinInfo } from './joinInfo.ts'
import { type RoomClient, roomClient } from './roomClient.ts'
import type { RoomConnection, RoomNow } from './roomConnection.ts'
import type { RoomShown } from './roomNow.ts'

interface Given {
  /** The pitch's uuid. */
  readonly pitch: string
  readonly connection: RoomConnection
  /** Has the viewer's part in the room now, and the name of the leader. */
  readonly info: JoinInfo
  readonly now: RoomNow
  readonly status: number
}

/** The context of every part of a room's screen. Each change makes a new object. */
export interface InRoom extends Given {
  readonly client: RoomClient
  readonly room: RoomShown
  /** The last failure, and the function that sets it; undefined clears it. */
  readonly failed: unknown
  readonly fail: (failure: unknown) => void
}

const Room = createContext<InRoom | undefined>(undefined)

/** Surrounds the screen of one room. */
export function RoomProvider({ pitch, connection, info, now, status, children }: Given & { children: ReactNode }) {
  const [failed, fail] = useFailed(now.link)
  const value = useMemo(() => {
    const { room } = now.feed.view
    return { pitch, connection, info, now, status, client: roomClient(pitch), room, failed, fail }
  }, [pitch, connection, info, now, status, failed, fail])
  return <Room value={value}>{children}</Room>
}

/** The room of the nearest `RoomProvider`. Throws when there is none. */
export function useInRoom(): InRoom {
  const room = use(Room)
  if (!room) throw new Error('there is no RoomProvider around this')
  return room
}

/** The last failure in the room. A new connection clears it, because it shows the room as it is. */
function useFailed(link: RoomNow['link']) {
  const [failed, setFailed] = useState<unknown>()
  useEffect(() => {
    if (link === 'on') setFailed(undefined)
  }, [link])
  return [failed, setFailed] as const
}
