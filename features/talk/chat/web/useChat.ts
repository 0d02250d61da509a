import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react'
import { CallFailed } from '#contract/call.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { Mentioned } from '#features/talk/chat/markup.ts'
import { newId } from '#web/ui/ids.ts'
import {
  type ChatInput,
  type ChatState,
  changeDraft,
  changeMessages,
  emptyChat,
  isMerged,
  mergeInput,
} from './chatState.ts'
import { inLine, leaveLine } from './line.ts'
import { loadKept } from './messageStore.ts'
import { type Draft, mergeMessages, takeChange, takeChanged } from './messages.ts'
import { useKeeping } from './useKeeping.ts'

export interface Chat {
  readonly group: string | undefined
  readonly messages: readonly ChatMessage[]
  readonly drafts: readonly Draft[]
  /** Whether the server may have older messages. */
  readonly more: boolean
  readonly loadOlder: () => Promise<void>
  /** Drops all but the last messages; scrolling back loads them again. */
  readonly dropOlder: () => void
  readonly send: (content: string, father?: number, mentioned?: readonly Mentioned[]) => void
  readonly resend: (draft: Draft) => void
  readonly discard: (draft: Draft) => void
  /** Merges a message that the server has just answered. */
  readonly take: (changed: ChatMessage) => void
  /** A new number with every snapshot of the last messages; undefined before the first. */
  readonly loads: number | undefined
}

interface Given extends ChatInput {
  readonly client: RoomClient
  readonly status: number
  /** The source of changes to messages that are not among the last ones. */
  readonly connection?: Pick<RoomConnection, 'onEvent' | 'onSignal'>
}

/** Messages that stay when older ones are dropped. */
const KEPT_IN_SIGHT = 200

/** One chat: no message is lost, and none is shown twice. */
export function useChat({ client, group, recent, status, connection, loads }: Given): Chat {
  const [state, setState] = useState(emptyChat)
  const { messages, drafts, more } = state
  const input = { group, recent, loads }
  // merged while drawing, since an effect would draw every message twice
  if (!isMerged(state, input))
    setState(mergeInput(state, input, group && group !== state.input.group ? loadKept(group) : undefined))
  const setMessages = useCallback(
    (change: Parameters<SetMessages>[0]) => setState(now => changeMessages(now, change)),
    [],
  )
  const take = useCallback((changed: ChatMessage) => setMessages(known => takeChanged(known, changed)), [setMessages])
  useChanges(connection, group, setMessages, take)
  useKeeping(group, messages, drafts, status)

  const { send, resend, discard } = useDelivery(client, group, setState, setMessages)
  const first = messages[0]?.id
  const loadOlder = useCallback(async () => {
    if (!group || first === undefined) return
    const older = await client.getChatHistory({ group_uuid: group, before: first, limit: 50 })
    setState(now => ({ ...changeMessages(now, known => mergeMessages(known, older.items)), more: older.more }))
  }, [client, group, first])
  const dropOlder = useCallback(() => {
    setState(now => ({ ...now, messages: now.messages.slice(-KEPT_IN_SIGHT), more: true }))
  }, [])
  return {
    ...{ group, messages, drafts, more: more && messages.length > 0, loads },
    ...{ loadOlder, dropOlder, send, resend, discard, take },
  }
}

type SetMessages = (change: (known: readonly ChatMessage[]) => readonly ChatMessage[]) => void

/** Sends messages as drafts, which stay until the server has acknowledged them. */
function useDelivery(
  client: RoomClient,
  group: string | undefined,
  setState: Dispatch<SetStateAction<ChatState>>,
  setMessages: SetMessages,
): Pick<Chat, 'send' | 'resend' | 'discard'> {
  const deliverNow = useCallback(
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
              // a mentioned person has left the pitch since, so the message goes without mentions
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
        setState(now => changeDraft(now, local_msg_id, { state: 'failed', failure }))
      }
    },
    [client, group, setState, setMessages],
  )
  const deliver = useCallback(
    (draft: Draft) => group && inLine(client, group, draft.local_msg_id, () => deliverNow(draft)),
    [client, group, deliverNow],
  )
  const send = useCallback(
    (content: string, father?: number, mentioned?: readonly Mentioned[]) => {
      const answers = { ...(father !== undefined && { father }), ...(mentioned && { mentioned }) }
      const draft: Draft = { local_msg_id: newId(), content, ...answers, written: Date.now(), state: 'sending' }
      setState(now => ({ ...now, drafts: [...now.drafts, draft] }))
      void deliver(draft)
    },
    [deliver, setState],
  )
  const resend = useCallback(
    (draft: Draft) => {
      setState(now => changeDraft(now, draft.local_msg_id, { state: 'sending' }))
      void deliver(draft)
    },
    [deliver, setState],
  )
  const discard = useCallback(
    ({ local_msg_id }: Draft) => {
      if (group) leaveLine(client, group, local_msg_id)
      setState(now => ({ ...now, drafts: now.drafts.filter(draft => draft.local_msg_id !== local_msg_id) }))
    },
    [client, group, setState],
  )
  return { send, resend, discard }
}

/** Merges changes of messages: events of the public chat, and signals of a private one. */
function useChanges(
  connection: Given['connection'],
  group: string | undefined,
  setMessages: SetMessages,
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
