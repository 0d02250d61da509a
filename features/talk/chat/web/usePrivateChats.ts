import { useCallback, useEffect, useRef, useState } from 'react'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'
import { meanToWrite } from '#features/room/room/web/writeHere.ts'
import type { ChatEntry } from '#features/talk/chat/contract.ts'

/** What the chat panel shows: the public chat, the list of private chats, or one of them. */
export type ShownChat = 'everyone' | 'list' | { readonly id: string }

export interface PrivateChats {
  readonly entries: readonly ChatEntry[] | undefined
  /** Private chats with unread messages, except the open one. */
  readonly unread: number
  readonly failure: unknown
  /** All private chats, also those beyond the loaded ones. */
  readonly total: number
  /** Loads the newest `limit` of them. */
  readonly showMore: (limit: number) => void
  readonly shown: ShownChat
  readonly show: (shown: ShownChat) => void
  readonly reload: () => void
  /** Opens a chat with these people; with one person, the existing one. */
  readonly talkTo: (people: readonly string[]) => Promise<void>
  /** Opens the chat of the team of the pitch. */
  readonly talkToTeam: () => Promise<void>
}

interface Given {
  readonly client: RoomClient
  readonly pitch: string
  readonly connection: RoomConnection
  readonly link: RoomNow['link']
  /** Changes when the room is loaded again. */
  readonly loads: number | undefined
  /** The chat panel is open. */
  readonly inSight: boolean
}

/** Milliseconds between reloads of the list, since a signal may be lost. A new connection reloads it as well. */
const RELOAD_EVERY = 60_000

const without = (entries: readonly ChatEntry[] = [], others: readonly ChatEntry[]) =>
  entries.filter(entry => !others.some(other => other.chat_id === entry.chat_id))

/**
 * The reader's private chats. They are loaded after the room, at a random moment, so that a crowd does not load at
 * once.
 */
export function usePrivateChats({ client, pitch, connection, link, loads, inSight }: Given): PrivateChats {
  const [entries, setEntries] = useState<readonly ChatEntry[]>()
  const [failure, setFailure] = useState<unknown>()
  const [shown, show] = useState<ShownChat>('everyone')
  const [total, setTotal] = useState(0)
  const request = useRef<{ limit?: number }>({})
  const shownNow = useRef(shown)
  shownNow.current = shown
  const load = useCallback(async () => {
    try {
      const { items, total: all } = await client.getChatGroupList({ pitch_uuid: pitch, ...request.current })
      // the open chat stays in the list even if it is not on this page, or has no message yet
      setEntries(known => [
        ...items,
        ...without(known, items).filter(entry => entry.chat_id === Object(shownNow.current).id),
      ])
      setTotal(all)
      setFailure(undefined)
    } catch (failed) {
      setFailure(failed)
    }
  }, [client, pitch])
  const reload = useReloads(load, { connection, link, loads })
  const showMore = (limit: number) => {
    request.current = { limit }
    reload()
  }
  const openEntry = useCallback((entry: ChatEntry) => {
    setEntries(known => [entry, ...without(known, [entry])])
    show({ id: entry.chat_id })
  }, [])
  const write = useCallback(
    (entry: ChatEntry) => {
      meanToWrite(entry.chat_id)
      openEntry(entry)
    },
    [openEntry],
  )
  const talkTo = useCallback(
    async (people: readonly string[]) => write(await client.addChatGroup({ pitch_uuid: pitch, members: [...people] })),
    [client, pitch, write],
  )
  const talkToTeam = useCallback(async () => {
    const { group_uuid } = await client.sgUpdatePitchPrivateGroup({ pitch_uuid: pitch })
    write(await client.getChatGroup({ group_uuid }))
  }, [client, pitch, write])
  const open = inSight && typeof shown === 'object' ? shown.id : undefined
  const unread = (entries ?? []).filter(entry => !entry.has_read && entry.chat_id !== open).length
  return { entries, unread, failure, total, showMore, shown, show, reload, talkTo, talkToTeam }
}

/** Reloads the list with every connection, by signals and regularly. Returns how to reload it now. */
function useReloads(
  load: () => Promise<void>,
  { connection, link, loads }: Pick<Given, 'connection' | 'link' | 'loads'>,
): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reloadAfter = useCallback(
    (wait: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(load, wait)
    },
    [load],
  )
  // people have other names or ids: every browser knows it at once, so each waits for a random moment
  useEffect(() => {
    if (loads !== undefined) reloadAfter(Math.random() * 600)
  }, [loads, reloadAfter])
  useEffect(() => {
    if (link !== 'on') return
    reloadAfter(500 + Math.random() * 1500)
    const repeat = setInterval(() => document.visibilityState === 'visible' && reloadAfter(0), RELOAD_EVERY)
    return () => {
      clearInterval(repeat)
      clearTimeout(timer.current)
    }
  }, [link, reloadAfter])
  useEffect(
    () =>
      connection.onSignal(({ type }) => {
        if (type === 'chatMessage' || type === 'chatGroup') reloadAfter(100)
      }),
    [connection, reloadAfter],
  )
  return useCallback(() => reloadAfter(0), [reloadAfter])
}
