import { useMemo } from 'react'
import { moderates } from '#features/room/room/rules.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'
import type { Chat } from '../useChat.ts'
import { type MessageActs, useMessageActs } from './useMessageActs.ts'

interface Given {
  readonly pitch: string
  readonly chat: Chat
  readonly now: RoomNow
  readonly mayWrite: boolean
}

/** What the reader may do in everybody's chat, by their part in the pitch. */
export function useRoomActs({ pitch, chat, now, mayWrite }: Given): {
  acts: MessageActs
  /** Seconds between two messages of those who attend. */
  slow: number
  looksAfter: boolean
} {
  const { me, presenters } = now
  const { host, slow } = now.feed.view.room
  const standing = useMemo(() => {
    if (!me) return undefined
    const isHost = host ? host === me.id : me.part === 'owner'
    return { pitch, part: me.part, isHost, hosts: [...presenters, ...(host ? [host] : [])] }
  }, [pitch, me, host, presenters])
  const acts = useMessageActs({ client: roomClient(pitch), chat, me: me?.id, mayWrite, standing })
  return { acts, slow, looksAfter: !!me && moderates(me.part) }
}
