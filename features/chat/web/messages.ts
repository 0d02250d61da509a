import type { CallFailed } from '#contract/call.ts'
import { changeMessage, type MessageChange } from '#features/chat/apply.ts'
import type { ChatMessage } from '#features/chat/events.ts'
import type { Mentioned } from '#features/chat/markup.ts'
import { messageTypes } from '#features/chat/rules.ts'

/** A message that this browser wrote and that the server has not acknowledged. */
export interface Draft {
  readonly local_msg_id: string
  readonly content: string
  /** The id of the message that it answers. */
  readonly father?: number
  /** Those whom it mentions. */
  readonly mentioned?: readonly Mentioned[]
  /** Milliseconds since 1970. */
  readonly written: number
  readonly state: 'sending' | 'failed'
  /** Why it failed, and when, in milliseconds since 1970. */
  readonly failure?: Pick<CallFailed, 'code' | 'fields'> & { readonly at: number }
}

/** [ENT-096] What a message says: its content is base64 of UTF-8. */
export const textOf = ({ msg_content }: Pick<ChatMessage, 'msg_content'>): string =>
  new TextDecoder().decode(Uint8Array.from(atob(msg_content), character => character.charCodeAt(0)))

const isNewer = (message: ChatMessage, than: ChatMessage) => (message.revision ?? 0) > (than.revision ?? 0)

/** Both lists in one, each message once and as it was last, oldest first. Answers `known` itself when nothing is new. */
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

/** The messages with one of them as it is now, if it is among them. */
export const takeChanged = (known: readonly ChatMessage[], changed: ChatMessage): readonly ChatMessage[] =>
  known.some(message => message.id === changed.id) ? mergeMessages(known, [changed]) : known

/** The messages after a change of one of them, if it is among them. */
export function takeChange(known: readonly ChatMessage[], change: MessageChange): readonly ChatMessage[] {
  const at = known.findIndex(message => message.id === change.payload.id)
  const message = known[at]
  const changed = message && changeMessage(message, change)
  return changed && changed !== message ? known.with(at, changed) : known
}

/** The drafts that no message answers yet. */
export const openDrafts = (drafts: readonly Draft[], messages: readonly ChatMessage[]): readonly Draft[] => {
  const sent = new Set(messages.map(message => message.local_msg_id))
  const open = drafts.filter(draft => !sent.has(draft.local_msg_id))
  return open.length === drafts.length ? drafts : open
}

/** [CONST-008] Whether the name and time above a message would only repeat those of the one before it. */
export const repeatsSender = (
  before: { fromuserid: string; create_time: string; msg_type: number } | undefined,
  message: { fromuserid: string; create_time: string; msg_type: number },
): boolean =>
  before !== undefined &&
  before.msg_type === message.msg_type &&
  message.msg_type !== messageTypes.system &&
  before.fromuserid === message.fromuserid &&
  Date.parse(message.create_time) - Date.parse(before.create_time) <= 60_000

const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hour12: true })

/** [CONST-009] hh:mm A, in the reader's zone. */
export const chatTime = (at: string | number): string => clock.format(new Date(at)).replace(/\u202f/g, ' ')

/** [RULE-102] What is sent of what was typed: double line breaks are one, and there is none around the text. */
export const composed = (typed: string): string => typed.replace(/(\s*\n\s*){2,}/g, '\n').trim()

/** [RULE-100, RULE-101] What Enter does in the input. An Enter that picks a word of an input method does neither. */
export function enterDoes(key: {
  key: string
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
  metaKey: boolean
  isComposing: boolean
}): 'send' | 'break' | undefined {
  if (key.key !== 'Enter' || key.isComposing) return undefined
  return key.ctrlKey || key.shiftKey || key.altKey || key.metaKey ? 'break' : 'send'
}
