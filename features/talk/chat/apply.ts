import { without } from '#features/room/room/apply.ts'
import type { RoomEvent, RoomPart } from '#features/room/room/parts.ts'
import type { ChatMessage, chatEvents } from './events.ts'

/** Messages in a snapshot; older ones come from getChatHistory. */
export const SNAPSHOT_MESSAGES = 100

/** The last messages of a room, oldest first. */
export interface ChatState {
  readonly messages: readonly ChatMessage[]
}

/** Adds a message once, in the order of the ids. */
function applyMessage(state: ChatState, message: ChatMessage): ChatState {
  const { messages } = state
  // the new message is nearly always the newest, so the search begins at the end
  let place = messages.length
  while (place > 0 && (messages[place - 1]?.id ?? 0) > message.id) place--
  if (messages[place - 1]?.id === message.id) return state
  return { messages: messages.toSpliced(place, 0, message).slice(-SNAPSHOT_MESSAGES) }
}

/** The events that change an existing message. */
export type MessageChange = Extract<RoomEvent, { type: 'messageEdited' | 'messageDeleted' | 'messageReacted' }>

/** A message after a change; the message itself if a later revision is known. */
export function changeMessage(message: ChatMessage, change: MessageChange): ChatMessage {
  const { revision } = change.payload
  if (message.id !== change.payload.id || (message.revision ?? 0) >= revision) return message
  switch (change.type) {
    case 'messageEdited': {
      const { msg_content, edited_time } = change.payload
      return { ...message, msg_content, edited_time, revision }
    }
    case 'messageDeleted': {
      const { reactions: _reactions, notification_members: _mentioned, ...left } = message
      return { ...left, msg_content: '', deleted: change.payload.deleted, revision }
    }
    case 'messageReacted': {
      const { emoji, count } = change.payload
      const { [emoji]: _before, ...others } = message.reactions ?? {}
      const { reactions: _all, ...left } = message
      const now = count > 0 ? { ...others, [emoji]: count } : others
      return { ...left, ...(Object.keys(now).length > 0 && { reactions: now }), revision }
    }
  }
}

/** The chat after an event of the room. */
function applyChat(state: ChatState, happened: RoomEvent): ChatState {
  switch (happened.type) {
    case 'messageSent':
      return applyMessage(state, happened.payload.message)
    case 'messageEdited':
    case 'messageDeleted':
    case 'messageReacted': {
      const at = state.messages.findLastIndex(message => message.id === happened.payload.id)
      const message = state.messages[at]
      return message ? { messages: state.messages.with(at, changeMessage(message, happened)) } : state
    }
    default:
      return state
  }
}

/** An event without a message that was deleted later, so that a browser that missed both gets an empty message. */
export function withoutDeleted(event: RoomEvent, id: number): RoomEvent {
  if (event.type === 'messageEdited' && event.payload.id === id) {
    const { notification_members: _mentioned, ...payload } = event.payload
    return { ...event, payload: { ...payload, msg_content: '' } }
  }
  if (event.type !== 'messageSent' || event.payload.message.id !== id) return event
  const { notification_members: _mentioned, ...message } = event.payload.message
  return { ...event, payload: { message: { ...message, msg_content: '' } } }
}

/**
 * [STATE-118] The attendees who may not write: those in `muted`, or with `all` every attendee except those in
 * `allowed`. The team of the pitch may always write.
 */
export interface ChatMute {
  readonly all: boolean
  readonly muted: readonly string[]
  readonly allowed: readonly string[]
}

export const noMutes: ChatMute = { all: false, muted: [], allowed: [] }

/** Whether an attendee may not write. */
export const isMuted = (mute: ChatMute, account: string): boolean =>
  mute.muted.includes(account) || (mute.all && !mute.allowed.includes(account))

/** After muting all attendees and lifting that again, individual mutes stay. */
export function applyMute(
  mute: ChatMute,
  { action, account }: { readonly action: 'mute' | 'unmute'; readonly account: string | null },
): ChatMute {
  if (account === null) return { ...mute, all: action === 'mute', allowed: [] }
  const muted = without(mute.muted, account)
  const allowed = without(mute.allowed, account)
  if (action === 'mute') return { ...mute, muted: [...muted, account], allowed }
  return { ...mute, muted, allowed: mute.all ? [...allowed, account] : allowed }
}

export interface ChatSlice {
  /** The mutes of the chat. */
  readonly mute: ChatMute
  /** Seconds between two messages of one attendee in the public chat; 0: no pause. */
  readonly slow: number
}

type ChatEvents = typeof chatEvents

declare module '#features/room/room/parts.ts' {
  interface RoomEvents extends ChatEvents {}
  interface RoomParts {
    chat: ChatSlice
  }
  interface RoomAsides {
    readonly chat: ChatState
  }
}

declare module '#features/room/room/socket.ts' {
  interface RoomWelcome {
    /** The chat of the room. */
    readonly group_uuid: string
  }
}

export const chatPart: RoomPart<ChatSlice> = {
  empty: { mute: noMutes, slow: 0 },
  apply: ({ mute }, happened) => {
    switch (happened.type) {
      case 'chatMuted':
        return { mute: applyMute(mute, happened.payload) }
      case 'slowModeChanged':
        return { slow: happened.payload.seconds }
    }
  },
  emptyAsides: { chat: { messages: [] } },
  applyAsides: ({ chat }, happened) => ({ chat: applyChat(chat, happened) }),
}
