import { useMemo } from 'react'
import { moderates } from '#features/room/room/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import type { Chat } from '../useChat.ts'
import { type MessageActs, useMessageActs } from './useMessageActs.ts'

/** What the reader may do in the public chat, by their part in the pitch. */
export function useRoomActs(
  chat: Chat,
  mayWrite: boolean,
): {
  acts: MessageActs
  /** Seconds between two messages of an attendee. */
  slow: number
  looksAfter: boolean
} {
  const { pitch, client, now, room } = useInRoom()
  const { me, presenters } = now
  const { host, slow } = room
  const teamRights = useMemo(() => {
    if (!me) return undefined
    const isHost = host ? host === me.id : me.part === 'owner'
    return { pitch, part: me.part, isHost, hosts: [...presenters, ...(host ? [host] : [])] }
  }, [pitch, me, host, presenters])
  const acts = useMessageActs({ client, chat, me: me?.id, mayWrite, teamRights })
  return { acts, slow, looksAfter: !!me && moderates(me.part) }
}
