import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import { type Talk, useTalk } from './useTalk.ts'

const Talking = createContext<Talk | undefined>(undefined)

interface Props {
  pitch: string
  client: RoomClient
  connection: RoomConnection
  status: number
  /** The panel of the chat is open. */
  inSight: boolean
  children: ReactNode
}

/** Holds all that is written in a room. A message draws those anew who ask for it, and not the room around them. */
export function TalkProvider({ children, connection, ...given }: Props) {
  const now = useSyncExternalStore(connection.subscribe, connection.get)
  return <Talking value={useTalk({ ...given, connection, now })}>{children}</Talking>
}

/** What is written in this room. */
export function useTalkNow(): Talk {
  const talk = use(Talking)
  if (!talk) throw new Error('there is no TalkProvider around this')
  return talk
}
