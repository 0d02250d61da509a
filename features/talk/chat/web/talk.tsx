import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import type { RoomWhole } from '#features/room/room/web/roomConnection.ts'
import { isMuted } from '../apply.ts'
import { type Chat, useChat } from './useChat.ts'
import { type PrivateChats, usePrivateChats } from './usePrivateChats.ts'
import { type Unread, useUnread } from './useUnread.ts'

/** All chats of a room, whether their panel is open or not. */
export interface Talk {
  /** The public chat. */
  readonly chat: Chat
  /** The private chats. */
  readonly chats: PrivateChats
  /** The unread messages of the public chat. */
  readonly unread: Unread
}

function useTalk(now: RoomWhole, inSight: boolean): Talk {
  const { pitch, client, connection, status } = useInRoom()
  const { from: loads, seq, view } = now.feed
  const recent = view.chat.messages
  const chat = useChat({ client, group: now.group, recent, status, connection, loads })
  const chats = usePrivateChats({ client, pitch, connection, link: now.link, loads, inSight })
  const newest = seq === undefined ? undefined : (recent.at(-1)?.id ?? 0)
  const unread = useUnread(chat.messages, inSight && chats.shown === 'everyone', now.me?.id, newest)
  return { chat, chats, unread }
}

const Talking = createContext<Talk | undefined>(undefined)

interface Props {
  /** The chat panel is open. */
  inSight: boolean
  children: ReactNode
}

/**
 * Provides the chats of a room. A message draws only the components that use `useTalkNow`, not the room around them.
 */
export function TalkProvider({ inSight, children }: Props) {
  const { connection } = useInRoom()
  const now = useSyncExternalStore(connection.subscribe, connection.get)
  return <Talking value={useTalk(now, inSight)}>{children}</Talking>
}

export function useTalkNow(): Talk {
  const talk = use(Talking)
  if (!talk) throw new Error('there is no TalkProvider around this')
  return talk
}

/** Whether the reader may not write in this room now. */
export function useMuted(): boolean {
  const { info, now, room } = useInRoom()
  // the answer on arrival counts until the room's state is known
  return now.me ? now.me.part === 'attendee' && isMuted(room.mute, now.me.id) : info.is_mute_chat
}
