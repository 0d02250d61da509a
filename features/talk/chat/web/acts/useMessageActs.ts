import { useCallback, useEffect, useMemo, useState } from 'react'
import { CallFailed } from '#contract/call.ts'
import { type PitchPart, presents } from '#features/core/pitch/rules.ts'
import { messageTypes, moderates } from '#features/room/room/rules.ts'
import type { Reaction } from '#features/room/room/signals.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { FORWARDED_AT_ONCE, isEditable } from '#features/talk/chat/rules.ts'
import type { Chat } from '../useChat.ts'

/** What the reader may do with messages of one chat, and their own reactions. */
export interface MessageActs {
  /** `id emoji` of each of the reader's own reactions. */
  readonly mine: ReadonlySet<string>
  readonly mayReact: boolean
  readonly mayEdit: (message: ChatMessage) => boolean
  readonly mayDelete: (message: ChatMessage) => boolean
  readonly react: (message: ChatMessage, emoji: Reaction, on: boolean) => Promise<void>
  readonly edit: (message: ChatMessage, content: string) => Promise<void>
  readonly remove: (message: ChatMessage) => Promise<void>
  readonly whoReacted: (message: ChatMessage) => Promise<readonly { name: string; emoji: Reaction }[]>
  /** [PERM-056, PERM-057] Undefined for a reader who cannot forward. */
  readonly forwarding: Forwarding | undefined
}

export interface Forwarding {
  /** The leading presenter puts single messages on their own desk; moderators choose several. */
  readonly isHost: boolean
  readonly may: (message: ChatMessage) => boolean
  readonly chosen: ReadonlySet<number>
  readonly choose: (id: number, on: boolean) => void
  readonly clear: () => void
  readonly forward: (ids: readonly number[]) => Promise<{ forwarded: number; already: number }>
}

/** The rights of the team in the public chat; undefined elsewhere. */
export interface TeamRights {
  readonly pitch: string
  readonly part: PitchPart
  /** The reader leads the pitch now. */
  readonly isHost: boolean
  /** The team, whose messages only presenters delete. */
  readonly hosts: readonly string[]
}

interface Given {
  readonly client: RoomClient
  readonly chat: Chat
  readonly me: string | undefined
  /** The reader may write now. */
  readonly mayWrite: boolean
  readonly teamRights: TeamRights | undefined
}

const keyOf = (id: number, emoji: string) => `${id} ${emoji}`
const isWritten = (message: ChatMessage) => message.msg_type === messageTypes.normal && !message.deleted

export function useMessageActs({ client, chat, me, mayWrite, teamRights }: Given): MessageActs {
  const { group, take, loads } = chat
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set())
  const forwarding = useForwarding(client, teamRights)
  useEffect(() => {
    if (!group || loads === undefined) return
    client
      .getOwnReactions({ group_uuid: group })
      .then(({ items }) => setMine(new Set(items.map(one => keyOf(one.message_id, one.emoji)))))
      // without the reader's own reactions only their mark is missing; a repeat changes nothing
      .catch(() => {})
  }, [client, group, loads])

  const react = useCallback(
    async ({ id, group_uuid }: ChatMessage, emoji: Reaction, on: boolean) => {
      take(await client.reactToMessage({ group_uuid, message_id: id, emoji, on }))
      setMine(known => {
        const next = new Set(known)
        if (on) next.add(keyOf(id, emoji))
        else next.delete(keyOf(id, emoji))
        return next
      })
    },
    [client, take],
  )
  const edit = useCallback(
    async ({ id, group_uuid }: ChatMessage, content: string) =>
      take(await client.editMessage({ group_uuid, message_id: id, content })),
    [client, take],
  )
  const remove = useCallback(
    async ({ id, group_uuid }: ChatMessage) => {
      try {
        take(await client.deleteMessage({ group_uuid, message_id: id }))
      } catch (failed) {
        // another moderator was faster, so the message is deleted already
        if (!(failed instanceof CallFailed && failed.code === 'MessageNotFound')) throw failed
      }
    },
    [client, take],
  )
  const whoReacted = useCallback(
    async ({ id, group_uuid }: ChatMessage) => (await client.getMessageReactions({ group_uuid, message_id: id })).items,
    [client],
  )
  return useMemo(
    () => ({
      ...{ mine, react, edit, remove, whoReacted, forwarding },
      mayReact: mayWrite,
      mayEdit: message =>
        mayWrite &&
        message.fromuserid === me &&
        isWritten(message) &&
        isEditable(Date.parse(message.create_time), Date.now()),
      mayDelete: message => {
        if (message.deleted || message.msg_type === messageTypes.system) return false
        if (message.fromuserid === me) return true
        if (!teamRights || !moderates(teamRights.part)) return false
        return presents(teamRights.part) || teamRights.isHost || !teamRights.hosts.includes(message.fromuserid)
      },
    }),
    [mine, react, edit, remove, whoReacted, forwarding, mayWrite, me, teamRights],
  )
}

function useForwarding(client: RoomClient, teamRights: TeamRights | undefined): Forwarding | undefined {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const clear = useCallback(() => setChosen(new Set()), [])
  const choose = useCallback(
    (id: number, on: boolean) =>
      setChosen(known => {
        if (on && known.size >= FORWARDED_AT_ONCE) return known
        const next = new Set(known)
        if (on) next.add(id)
        else next.delete(id)
        return next
      }),
    [],
  )
  const pitch = teamRights && moderates(teamRights.part) ? teamRights.pitch : undefined
  const isHost = teamRights?.isHost === true
  return useMemo(() => {
    if (!pitch) return undefined
    return {
      ...{ isHost, chosen, choose, clear },
      may: isWritten,
      forward: async (ids: readonly number[]) => {
        const done = await client.forwardMessages({ pitch_uuid: pitch, message_ids: [...ids] })
        clear()
        return done
      },
    }
  }, [client, pitch, isHost, chosen, choose, clear])
}
