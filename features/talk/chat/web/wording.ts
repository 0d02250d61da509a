import i18next from 'i18next'
import { messageTypes } from '#features/room/room/rules.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { readerZone } from '#web/ui/readerZone.ts'

// How messages are shown and written: only the panel needs it, which comes after the slide.

/** [ENT-096] What a message says: its content is base64 of UTF-8. */
export const textOf = ({ msg_content }: Pick<ChatMessage, 'msg_content'>): string =>
  new TextDecoder().decode(Uint8Array.from(atob(msg_content), character => character.charCodeAt(0)))

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

interface Clock {
  readonly of: string
  readonly time: Intl.DateTimeFormat
  readonly day: Intl.DateTimeFormat
}
let clock: Clock | undefined

/** The reader's language, on their clock. */
function clockOf(language: string): Clock {
  const timeZone = readerZone()
  const of = `${language} ${timeZone}`
  // a history has hundreds of them
  if (clock?.of !== of) {
    const locale = language === 'cimode' ? 'en' : language
    clock = {
      of,
      time: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: true, timeZone }),
      day: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone }),
    }
  }
  return clock
}

/** [CONST-009] hh:mm A, with the words of the reader's language and on their clock. */
export const chatTime = (at: string | number, language = i18next.language): string =>
  clockOf(language)
    .time.format(new Date(at))
    .replace(/\u202f/g, ' ')

/**
 * The day that stands above a message, because the one before it is of another day: a chat is open from the schedule on.
 * Undefined where none has to, nor above what was written today before anything else.
 */
export function dayAbove(
  before: { create_time: string } | undefined,
  message: { create_time: string },
  now = Date.now(),
  language = i18next.language,
): string | undefined {
  const { day } = clockOf(language)
  const own = day.format(new Date(message.create_time))
  return own === day.format(before ? new Date(before.create_time) : now) ? undefined : own
}

/** [RULE-102] What is sent of what was typed: double line breaks are one, and there is none around the text. */
export const composed = (typed: string): string => typed.replace(/(\s*\n\s*){2,}/g, '\n').trim()

/** [RULE-100, RULE-101] What Enter does in the input, unless it goes to an input method. */
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
