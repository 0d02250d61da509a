import type { ChatMessage } from './events.ts'

/** How many of the last messages a snapshot holds; older ones come from getChatHistory. */
export const SNAPSHOT_MESSAGES = 100

/** The last messages of a room, oldest first. */
export interface ChatState {
  readonly messages: readonly ChatMessage[]
}

export const emptyChat: ChatState = { messages: [] }

/** Adds a message, once. */
export function applyMessage(state: ChatState, message: ChatMessage): ChatState {
  if (state.messages.some(known => known.id === message.id)) return state
  return { messages: [...state.messages, message].slice(-SNAPSHOT_MESSAGES) }
}
