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
  const others = (ids: readonly string[]) => ids.filter(id => id !== account)
  const [muted, allowed] = [others(mute.muted), others(mute.allowed)]
  if (action === 'mute') return { ...mute, muted: [...muted, account], allowed }
  return { ...mute, muted, allowed: mute.all ? [...allowed, account] : allowed }
}
