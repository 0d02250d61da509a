import type { CallFailed } from '#contract/call.ts'
import { changeMessage, type MessageChange } from '#features/talk/chat/apply.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { Mentioned } from '#features/talk/chat/markup.ts'

/** A message of this browser that the server has not acknowledged. */
export interface Draft {
  readonly local_msg_id: string
  readonly content: string
  /** The id of the message that it answers. */
  readonly father?: number
  /** The mentioned people. */
  readonly mentioned?: readonly Mentioned[]
  /** Milliseconds since 1970. */
  readonly written: number
  readonly state: 'sending' | 'failed'
  /** The failure, and its time in milliseconds since 1970. */
  readonly failure?: Pick<CallFailed, 'code' | 'fields'> & { readonly at: number }
}

const isNewer = (message: ChatMessage, than: ChatMessage) => (message.revision ?? 0) > (than.revision ?? 0)

/**
 * Merges both lists, each message once in its last revision, oldest first. Returns `known` itself if nothing is new.
 */
export function mergeMessages(known: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const all = new Map(known.map(message => [message.id, message]))
  let isNews = false
  for (const message of more) {
    const before = all.get(message.id)
    if (before && !isNewer(message, before)) continue
    all.set(message.id, message)
    isNews = true
  }
  return isNews ? [...all.values()].sort((a, b) => a.id - b.id) : known
}

/** The messages with a newer copy of one of them. */
export const takeChanged = (known: readonly ChatMessage[], changed: ChatMessage): readonly ChatMessage[] =>
  known.some(message => message.id === changed.id) ? mergeMessages(known, [changed]) : known

/** The messages after a change of one of them. */
export function takeChange(known: readonly ChatMessage[], change: MessageChange): readonly ChatMessage[] {
  const at = known.findIndex(message => message.id === change.payload.id)
  const message = known[at]
  const changed = message && changeMessage(message, change)
  return changed && changed !== message ? known.with(at, changed) : known
}

/** The drafts that are not among the messages yet. */
export const openDrafts = (drafts: readonly Draft[], messages: readonly ChatMessage[]): readonly Draft[] => {
  const sent = new Set(messages.map(message => message.local_msg_id))
  const open = drafts.filter(draft => !sent.has(draft.local_msg_id))
  return open.length === drafts.length ? drafts : open
}
