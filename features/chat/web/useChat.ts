import { useCallback, useEffect, useState } from 'react'
import { CallFailed } from '#contract/call.ts'
import type { ChatMessage } from '#features/chat/events.ts'
import type { Mentioned } from '#features/chat/markup.ts'
import type { RoomClient } from '#features/room/web/roomClient.ts'
import type { RoomConnection } from '#features/room/web/roomConnection.ts'
import { loadKept } from './messageStore.ts'
import { type Draft, mergeMessages, openDrafts, takeChange, takeChanged } from './messages.ts'
import { newId } from './newId.ts'
import { useKeeping } from './useKeeping.ts'

export interface Chat {
  readonly group: string | undefined
  readonly messages: readonly ChatMessage[]
  readonly drafts: readonly Draft[]
  /** Whether the server may have messages before the first one here. */
  readonly more: boolean
  readonly loadOlder: () => Promise<void>
  /** Lets go of all but the last messages: whoever looks further back asks for them again. */
  readonly letGo: () => void
  readonly send: (content: string, father?: number, mentioned?: readonly Mentioned[]) => void
  readonly resend: (draft: Draft) => void
  readonly discard: (draft: Draft) => void
  /** Shows a message as the server has just answered it. */
  readonly take: (changed: ChatMessage) => void
  /** Another number whenever the last messages came anew; undefined before they came. */
  readonly loads: number | undefined
}

interface Given {
  readonly client: RoomClient
  /** Undefined until the room has told it. */
  readonly group: string | undefined
  /** The last messages, as the room's events bring them; another list only when another came. */
  readonly recent: readonly ChatMessage[]
  readonly status: number
  /** Tells what becomes of messages that are not among the last ones. */
  readonly connection?: Pick<RoomConnection, 'onEvent' | 'onSignal'>
  /** Another number whenever `recent` came anew as a whole: what was known before it may have changed since. */
  readonly loads?: number | undefined
}

const untaken = { group: undefined, recent: [], loads: undefined }

/** Messages that stay when older ones are let go of. */
const KEPT_IN_SIGHT = 200

/** [Behaviour 6] A group's chat: nothing that was written is lost, and nothing is there twice. */
export function useChat({ client, group, recent, status, connection, loads }: Given): Chat {
  const [messages, setMessages] = useState<readonly ChatMessage[]>([])
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const [more, setMore] = useState(true)
  const [taken, setTaken] = useState<Pick<Given, 'group' | 'recent' | 'loads'>>(untaken)

  // taken up before anything is drawn: an effect would draw every message twice
  if (group !== taken.group || recent !== taken.recent || loads !== taken.loads) {
    setTaken({ group, recent, loads })
    const kept = group && group !== taken.group ? loadKept(group) : undefined
    const known = kept ? mergeMessages(messages, kept.messages) : messages
    const isAnew = loads !== taken.loads
    setMessages(isAnew ? takenAnew(known, recent) : mergeMessages(known, recent))
    if (isAnew) setMore(true)
    if (kept && kept.drafts.length > 0)
      setDrafts([
        ...kept.drafts.filter(draft => !drafts.some(other => other.local_msg_id === draft.local_msg_id)),
        ...drafts,
      ])
  }
  useEffect(() => setDrafts(known => openDrafts(known, messages)), [messages])
  const take = useCallback((changed: ChatMessage) => setMessages(known => takeChanged(known, changed)), [])
  useChanges(connection, group, setMessages, take)
  useKeeping(group, messages, drafts, status)

  const deliver = useCallback(
    async ({ local_msg_id, content, father, mentioned = [] }: Draft) => {
      if (!group) return
      const message = {
        group_uuid: group,
        content,
        local_msg_id,
        ...(father !== undefined && { father_message: father }),
      }
      const notification_members = mentioned.map(({ id }) => id)
      try {
        const sent = await (notification_members.length === 0
          ? client.sendMessage(message)
          : client.sendMessage({ ...message, notification_members }).catch((failed: unknown) => {
              // somebody who was mentioned has left the pitch since: the words go all the same
              if (failed instanceof CallFailed && failed.code === 'ChatPersonNotFound')
                return client.sendMessage(message)
              throw failed
            }))
        setMessages(known => mergeMessages(known, [sent]))
      } catch (failed) {
        const why =
          failed instanceof CallFailed
            ? { code: failed.code, fields: failed.fields }
            : { code: 'Internal' as const, fields: undefined }
        const failure = { ...why, at: Date.now() }
        setDrafts(known =>
          known.map(other => (other.local_msg_id === local_msg_id ? { ...other, state: 'failed', failure } : other)),
        )
      }
    },
    [client, group],
  )
  const send = useCallback(
    (content: string, father?: number, mentioned?: readonly Mentioned[]) => {
      const answers = { ...(father !== undefined && { father }), ...(mentioned && { mentioned }) }
      const draft: Draft = { local_msg_id: newId(), content, ...answers, written: Date.now(), state: 'sending' }
      setDrafts(known => [...known, draft])
      void deliver(draft)
    },
    [deliver],
  )
  const resend = useCallback(
    (draft: Draft) => {
      setDrafts(known =>
        known.map(other => (other.local_msg_id === draft.local_msg_id ? { ...other, state: 'sending' } : other)),
      )
      void deliver(draft)
    },
    [deliver],
  )
  const discard = useCallback(
    (draft: Draft) => setDrafts(known => known.filter(other => other.local_msg_id !== draft.local_msg_id)),
    [],
  )
  const first = messages[0]?.id
  const loadOlder = useCallback(async () => {
    if (!group || first === undefined) return
    const older = await client.getChatHistory({ group_uuid: group, before: first, limit: 50 })
    setMessages(known => mergeMessages(known, older.items))
    setMore(older.more)
  }, [client, group, first])
  const letGo = useCallback(() => {
    setMessages(known => known.slice(-KEPT_IN_SIGHT))
    setMore(true)
  }, [])
  return {
    ...{ group, messages, drafts, more: more && messages.length > 0, loads },
    ...{ loadOlder, letGo, send, resend, discard, take },
  }
}

/** What was kept or read before the last ones came anew is asked for again by whoever looks further back. */
function takenAnew(known: readonly ChatMessage[], recent: readonly ChatMessage[]): readonly ChatMessage[] {
  const first = recent[0]?.id ?? Number.POSITIVE_INFINITY
  // of two alike the one that came now counts
  return mergeMessages(
    recent,
    known.filter(message => message.id >= first),
  )
}

/** Follows what becomes of messages: in everybody's chat by events, in a private one by signals. */
function useChanges(
  connection: Given['connection'],
  group: string | undefined,
  setMessages: (change: (known: readonly ChatMessage[]) => readonly ChatMessage[]) => void,
  take: Chat['take'],
): void {
  useEffect(() => {
    if (!connection) return
    const stopEvents = connection.onEvent(event => {
      if (event.type === 'messageEdited' || event.type === 'messageDeleted' || event.type === 'messageReacted')
        setMessages(known => takeChange(known, event))
    })
    const stopSignals = connection.onSignal(({ type, payload }) => {
      if (type !== 'chatMessageChanged') return
      const { message } = payload as { message: ChatMessage }
      if (message.group_uuid === group) take(message)
    })
    return () => {
      stopEvents()
      stopSignals()
    }
  }, [connection, group, setMessages, take])
}
