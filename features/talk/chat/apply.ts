import { without } from '#features/room/room/apply.ts'
import type { RoomEvent, RoomPart } from '#features/room/room/parts.ts'
import type { ChatMessage, chatEvents } from './events.ts'

/** How many of the last messages a snapshot holds; older ones come from getChatHistory. */
export const SNAPSHOT_MESSAGES = 100

/** The last messages of a room, oldest first. */
export interface ChatState {
  readonly messages: readonly ChatMessage[]
}

/** Adds a message, once, in the order of the ids. */
function applyMessage(state: ChatState, message: ChatMessage): ChatState {
  const { messages } = state
  // Nearly always it is the newest: look from the end.
  let place = messages.length
  while (place > 0 && (messages[place - 1]?.id ?? 0) > message.id) place--
  if (messages[place - 1]?.id === message.id) return state
  return { messages: messages.toSpliced(place, 0, message).slice(-SNAPSHOT_MESSAGES) }
}

/** What changes a message that is there already. */
export type MessageChange = Extract<RoomEvent, { type: 'messageEdited' | 'messageDeleted' | 'messageReacted' }>

/** A message after a change of it; itself when it has changed since. */
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

/** The chat after something that happened in the room. */
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

/** An event without what was deleted since: whoever missed both gets a place without words. */
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
 * [STATE-118] Who of those who attend may not write: those in `muted`, and with `all` everybody but those in `allowed`.
 * Whoever runs the pitch always may.
 */
export interface ChatMute {
  readonly all: boolean
  readonly muted: readonly string[]
  readonly allowed: readonly string[]
}

export const nobodyMuted: ChatMute = { all: false, muted: [], allowed: [] }

/** Whether an attendee may not write. */
export const isMuted = (mute: ChatMute, account: string): boolean =>
  mute.muted.includes(account) || (mute.all && !mute.allowed.includes(account))

/** Muting all and letting all write again leaves those muted who were muted one by one. */
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
  /** Who may not write in the chat. */
  readonly mute: ChatMute
  /** Seconds between two messages of one attendee in everybody's chat; 0: no pause. */
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
  empty: { mute: nobodyMuted, slow: 0 },
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
