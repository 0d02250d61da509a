import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { type Talk, useTalk } from './useTalk.ts'

const Talking = createContext<Talk | undefined>(undefined)

interface Props {
  /** The panel of the chat is open. */
  inSight: boolean
  children: ReactNode
}

/** Holds all that is written in a room. A message draws those anew who ask for it, and not the room around them. */
export function TalkProvider({ inSight, children }: Props) {
  const { pitch, client, connection, status } = useInRoom()
  const now = useSyncExternalStore(connection.subscribe, connection.get)
  return <Talking value={useTalk({ pitch, client, connection, now, status, inSight })}>{children}</Talking>
}

/** What is written in this room. */
export function useTalkNow(): Talk {
  const talk = use(Talking)
  if (!talk) throw new Error('there is no TalkProvider around this')
  return talk
}
