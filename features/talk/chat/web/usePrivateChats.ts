import { useCallback, useEffect, useRef, useState } from 'react'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'
import type { ChatEntry } from '#features/talk/chat/contract.ts'

/** What the chat panel shows: everybody's chat, one's private chats, or one of these. */
export type ShownChat = 'everyone' | 'list' | { readonly id: string }

export interface PrivateChats {
  readonly entries: readonly ChatEntry[] | undefined
  /** How many have something new that is not in view. */
  readonly unread: number
  readonly failure: unknown
  /** How many there are, shown or not. */
  readonly total: number
  /** Asks for so many of them, the newest. */
  readonly showMore: (limit: number) => void
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

const without = (entries: readonly ChatEntry[] = [], others: readonly ChatEntry[]) =>
  entries.filter(entry => !others.some(other => other.chat_id === entry.chat_id))

/** One's private chats. They come after the room itself, and not of everybody at the same moment. */
export function usePrivateChats({ client, pitch, connection, link, inSight }: Given): PrivateChats {
  const [entries, setEntries] = useState<readonly ChatEntry[]>()
  const [failure, setFailure] = useState<unknown>()
  const [shown, show] = useState<ShownChat>('everyone')
  const [total, setTotal] = useState(0)
  const asked = useRef<{ limit?: number }>({})
  const seen = useRef(shown)
  seen.current = shown
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const load = useCallback(async () => {
    try {
      const { items, total: all } = await client.getChatGroupList({ pitch_uuid: pitch, ...asked.current })
      // the chat that is open stays open, though it be further down, or nothing was said in it yet
      setEntries(known => [
        ...items,
        ...without(known, items).filter(entry => entry.chat_id === Object(seen.current).id),
      ])
      setTotal(all)
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
        if (type === 'guestModeChanged' || type === 'nameForgotten') reloadSoon(Math.random() * 600)
      }),
    [connection, reloadSoon],
  )
  const reload = useCallback(() => reloadSoon(0), [reloadSoon])
  const showMore = (limit: number) => {
    asked.current = { limit }
    reload()
  }
  const opens = useCallback((entry: ChatEntry) => {
    setEntries(known => [entry, ...without(known, [entry])])
    show({ id: entry.chat_id })
  }, [])
  const talkTo = useCallback(
    async (people: readonly string[]) => opens(await client.addChatGroup({ pitch_uuid: pitch, members: [...people] })),
    [client, pitch, opens],
  )
  const talkToTeam = useCallback(async () => {
    const { group_uuid } = await client.sgUpdatePitchPrivateGroup({ pitch_uuid: pitch })
    opens(await client.getChatGroup({ group_uuid }))
  }, [client, pitch, opens])
  const open = inSight && typeof shown === 'object' ? shown.id : undefined
  const unread = (entries ?? []).filter(entry => !entry.has_read && entry.chat_id !== open).length
  return { entries, unread, failure, total, showMore, shown, show, reload, talkTo, talkToTeam }
}
