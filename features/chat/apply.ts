import type { ChatMessage } from './events.ts'

/** How many of the last messages a snapshot holds; older ones come from getChatHistory. */
export const SNAPSHOT_MESSAGES = 100

/** The last messages of a room, oldest first. */
export interface ChatState {
  readonly messages: readonly ChatMessage[]
}

export const emptyChat: ChatState = { messages: [] }

/** Adds a message, once, in the order of the ids. */
export function applyMessage(state: ChatState, message: ChatMessage): ChatState {
  const { messages } = state
  // Nearly always it is the newest: look from the end.
  let place = messages.length
  while (place > 0 && (messages[place - 1]?.id ?? 0) > message.id) place--
  if (messages[place - 1]?.id === message.id) return state
  return { messages: messages.toSpliced(place, 0, message).slice(-SNAPSHOT_MESSAGES) }
}
