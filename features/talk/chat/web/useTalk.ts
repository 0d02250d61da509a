import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection, RoomWhole } from '#features/room/room/web/roomConnection.ts'
import { type Chat, useChat } from './useChat.ts'
import { type PrivateChats, usePrivateChats } from './usePrivateChats.ts'
import { type Unread, useUnread } from './useUnread.ts'

export interface Talk {
  /** The chat of everybody. */
  readonly chat: Chat
  /** What is written in private. */
  readonly chats: PrivateChats
  /** What of the chat of everybody was not read. */
  readonly unread: Unread
}

interface Given {
  readonly pitch: string
  readonly client: RoomClient
  readonly connection: RoomConnection
  readonly now: RoomWhole
  readonly status: number
  /** The panel of the chat is open. */
  readonly inSight: boolean
}

/** All that is written in a room, to everybody and in private, whether its panel is open or not. */
export function useTalk({ pitch, client, connection, now, status, inSight }: Given): Talk {
  const { from: loads, seq, view } = now.feed
  const recent = view.chat.messages
  const chat = useChat({ client, group: now.group, recent, status, connection, loads })
  const chats = usePrivateChats({ client, pitch, connection, link: now.link, inSight })
  const newest = seq === undefined ? undefined : (recent.at(-1)?.id ?? 0)
  const unread = useUnread(chat.messages, inSight && chats.shown === 'everyone', now.me?.id, newest)
  return { chat, chats, unread }
}
