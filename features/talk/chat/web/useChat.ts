import { useCallback, useEffect, useState } from 'react'
import { CallFailed } from '#contract/call.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { Mentioned } from '#features/talk/chat/markup.ts'
import { newId } from '#web/ui/newId.ts'
import { changeDraft, changeMessages, isHeld, nothingHeld, type Told, takeTold } from './held.ts'
import { inLine, leaveLine } from './line.ts'
import { loadKept } from './messageStore.ts'
import { type Draft, mergeMessages, takeChange, takeChanged } from './messages.ts'
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

interface Given extends Told {
  readonly client: RoomClient
  readonly status: number
  /** Tells what becomes of messages that are not among the last ones. */
  readonly connection?: Pick<RoomConnection, 'onEvent' | 'onSignal'>
}

/** Messages that stay when older ones are let go of. */
const KEPT_IN_SIGHT = 200

/** [Behaviour 6] A group's chat: nothing that was written is lost, and nothing is there twice. */
export function useChat({ client, group, recent, status, connection, loads }: Given): Chat {
  const [held, setHeld] = useState(nothingHeld)
  const { messages, drafts, more } = held
  const told = { group, recent, loads }
  // taken up before anything is drawn: an effect would draw every message twice
  if (!isHeld(held, told))
    setHeld(takeTold(held, told, group && group !== held.told.group ? loadKept(group) : undefined))
  const setMessages = useCallback(
    (change: (known: readonly ChatMessage[]) => readonly ChatMessage[]) => setHeld(now => changeMessages(now, change)),
    [],
  )
  const take = useCallback((changed: ChatMessage) => setMessages(known => takeChanged(known, changed)), [setMessages])
  useChanges(connection, group, setMessages, take)
  useKeeping(group, messages, drafts, status)

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
        setHeld(now => changeDraft(now, local_msg_id, { state: 'failed', failure }))
      }
    },
    [client, group, setMessages],
  )
  const deliver = useCallback(
    (draft: Draft) => group && inLine(client, group, draft.local_msg_id, () => deliverNow(draft)),
    [client, group, deliverNow],
  )
  const send = useCallback(
    (content: string, father?: number, mentioned?: readonly Mentioned[]) => {
      const answers = { ...(father !== undefined && { father }), ...(mentioned && { mentioned }) }
      const draft: Draft = { local_msg_id: newId(), content, ...answers, written: Date.now(), state: 'sending' }
      setHeld(now => ({ ...now, drafts: [...now.drafts, draft] }))
      void deliver(draft)
    },
    [deliver],
  )
  const resend = useCallback(
    (draft: Draft) => {
      setHeld(now => changeDraft(now, draft.local_msg_id, { state: 'sending' }))
      void deliver(draft)
    },
    [deliver],
  )
  const discard = useCallback(
    ({ local_msg_id }: Draft) => {
      if (group) leaveLine(client, group, local_msg_id)
      setHeld(now => ({ ...now, drafts: now.drafts.filter(draft => draft.local_msg_id !== local_msg_id) }))
    },
    [client, group],
  )
  const first = messages[0]?.id
  const loadOlder = useCallback(async () => {
    if (!group || first === undefined) return
    const older = await client.getChatHistory({ group_uuid: group, before: first, limit: 50 })
    setHeld(now => ({ ...changeMessages(now, known => mergeMessages(known, older.items)), more: older.more }))
  }, [client, group, first])
  const letGo = useCallback(() => {
    setHeld(now => ({ ...now, messages: now.messages.slice(-KEPT_IN_SIGHT), more: true }))
  }, [])
  return {
    ...{ group, messages, drafts, more: more && messages.length > 0, loads },
    ...{ loadOlder, letGo, send, resend, discard, take },
  }
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
