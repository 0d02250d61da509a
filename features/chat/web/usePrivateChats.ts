import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChatEntry } from '#features/chat/contract.ts'
import { LISTED_GROUPS } from '#features/chat/rules.ts'
import type { RoomClient } from '#features/room/web/roomClient.ts'
import type { RoomConnection, RoomNow } from '#features/room/web/roomConnection.ts'

/** What the chat panel shows: everybody's chat, one's private chats, or one of these. */
export type ShownChat = 'everyone' | 'list' | { readonly id: string }

export interface PrivateChats {
  readonly entries: readonly ChatEntry[] | undefined
  /** How many have something new that is not in view. */
  readonly unread: number
  readonly failure: unknown
  /** Asks for those before them; undefined when there are no more. */
  readonly showMore: (() => void) | undefined
  readonly shown: ShownChat
  readonly show: (shown: ShownChat) => void
  readonly reload: () => void
  /** Opens the chat with these people: of one person, the one that there is. */
  readonly talkTo: (people: readonly string[]) => Promise<void>
  /** Opens the chat of those who run the pitch. */
  readonly talkToTeam: () => Promise<void>
}

interface Given {
  readonly client: RoomClient
  readonly pitch: string
  readonly connection: RoomConnection
  readonly link: RoomNow['link']
  /** The chat panel is open. */
  readonly inSight: boolean
}

/** A signal may be lost: the list is asked for again after so many milliseconds, and with every new connection. */
const again = 60_000

/** One's private chats. They come after the room itself, and not of everybody at the same moment. */
export function usePrivateChats({ client, pitch, connection, link, inSight }: Given): PrivateChats {
  const [entries, setEntries] = useState<readonly ChatEntry[]>()
  const [failure, setFailure] = useState<unknown>()
  const [shown, show] = useState<ShownChat>('everyone')
  const [total, setTotal] = useState(0)
  const limit = useRef<number>(LISTED_GROUPS.first)
  const opened = useRef<string>(undefined)
  opened.current = typeof shown === 'object' ? shown.id : undefined
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const load = useCallback(async () => {
    try {
      const list = await client.getChatGroupList({ pitch_uuid: pitch, limit: limit.current })
      // the chat that is open stays open, though it be further down, or nothing was said in it yet
      setEntries(known => {
        const open = known?.find(entry => entry.chat_id === opened.current)
        return open && !list.items.some(entry => entry.chat_id === open.chat_id) ? [...list.items, open] : list.items
      })
      setTotal(list.total)
      setFailure(undefined)
    } catch (failed) {
      setFailure(failed)
    }
  }, [client, pitch])
  const reloadSoon = useCallback(
    (wait: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(load, wait)
    },
    [load],
  )
  useEffect(() => {
    if (link !== 'on') return
    reloadSoon(500 + Math.random() * 1500)
    const repeat = setInterval(() => document.visibilityState === 'visible' && reloadSoon(0), again)
    return () => {
      clearInterval(repeat)
      clearTimeout(timer.current)
    }
  }, [link, reloadSoon])
  useEffect(
    () =>
      connection.onSignal(({ type }) => {
        if (type === 'chatMessage' || type === 'chatGroup') reloadSoon(100)
      }),
    [connection, reloadSoon],
  )
  useEffect(
    () =>
      connection.onEvent(({ type }) => {
        // everybody hears of it at once, and need not ask at once
        if (type === 'guestModeChanged') reloadSoon(Math.random() * 600)
      }),
    [connection, reloadSoon],
  )
  const reload = useCallback(() => reloadSoon(0), [reloadSoon])
  const showMore = useCallback(() => {
    limit.current = Math.min(limit.current + LISTED_GROUPS.first, LISTED_GROUPS.most)
    reloadSoon(0)
  }, [reloadSoon])
  const talkTo = useCallback(
    async (people: readonly string[]) => {
      const entry = await client.addChatGroup({ pitch_uuid: pitch, members: [...people] })
      setEntries(known => [entry, ...(known ?? []).filter(other => other.chat_id !== entry.chat_id)])
      show({ id: entry.chat_id })
    },
    [client, pitch],
  )
  const talkToTeam = useCallback(async () => {
    const { group_uuid } = await client.sgUpdatePitchPrivateGroup({ pitch_uuid: pitch })
    const entry = await client.getChatGroup({ group_uuid })
    setEntries(known => [entry, ...(known ?? []).filter(other => other.chat_id !== entry.chat_id)])
    show({ id: group_uuid })
  }, [client, pitch])
  const open = inSight && typeof shown === 'object' ? shown.id : undefined
  const hasMore = total > (entries?.length ?? 0) && (entries?.length ?? 0) < LISTED_GROUPS.most
  const unread = (entries ?? []).filter(entry => !entry.has_read && entry.chat_id !== open).length
  return { entries, unread, failure, showMore: hasMore ? showMore : undefined, shown, show, reload, talkTo, talkToTeam }
}
