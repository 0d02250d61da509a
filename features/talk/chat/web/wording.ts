import i18next from 'i18next'
import { writeTime } from '#contract/times.ts'
import { messageTypes } from '#features/room/room/rules.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { readerZone } from '#web/ui/readerZone.ts'

// How messages are displayed and written. Only the panel, which loads after the slide, needs it.

/** [ENT-096] The text of a message, whose content is base64 of UTF-8. */
export const textOf = ({ msg_content }: Pick<ChatMessage, 'msg_content'>): string =>
  new TextDecoder().decode(Uint8Array.from(atob(msg_content), character => character.charCodeAt(0)))

/** [CONST-008] Whether the name and time above a message would repeat those of the message before. */
export const repeatsSender = (
  before: { fromuserid: string; create_time: string; msg_type: number } | undefined,
  message: { fromuserid: string; create_time: string; msg_type: number },
): boolean =>
  before !== undefined &&
  before.msg_type === message.msg_type &&
  message.msg_type !== messageTypes.system &&
  before.fromuserid === message.fromuserid &&
  Date.parse(message.create_time) - Date.parse(before.create_time) <= 60_000

/** [CONST-009] hh:mm A, in the reader's language and time zone. */
export const chatTime = (at: string | number, language = i18next.language): string =>
  writeTime(at, language, 'chat', readerZone())

/**
 * The date above a message of another day than the one before, since a chat may last for days. Undefined on the same
 * day, and above a first message of today.
 */
export function dayAbove(
  before: { create_time: string } | undefined,
  message: { create_time: string },
  now = Date.now(),
  language = i18next.language,
): string | undefined {
  const day = (at: string | number) => writeTime(at, language, 'weekday', readerZone())
  const own = day(message.create_time)
  return own === day(before?.create_time ?? now) ? undefined : own
}

/** [RULE-102] The text to send: blank lines removed, and no space around it. */
export const composed = (typed: string): string =>
  typed.replace(/\s+/g, blank => (blank.split('\n').length > 2 ? '\n' : blank)).trim()

/** [RULE-100, RULE-101] The effect of Enter in the input, unless an input method takes the key. */
export function enterDoes(key: {
  key: string
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
  metaKey: boolean
}): 'send' | 'break' | undefined {
  if (key.key !== 'Enter') return undefined
  return key.ctrlKey || key.shiftKey || key.altKey || key.metaKey ? 'break' : 'send'
}
