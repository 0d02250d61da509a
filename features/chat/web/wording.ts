import i18next from 'i18next'
import type { ChatMessage } from '#features/chat/events.ts'
import { messageTypes } from '#features/chat/rules.ts'
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

let clock: { readonly of: string; readonly format: Intl.DateTimeFormat } | undefined

/** [CONST-009] hh:mm A, with the words of the reader's language and on their clock. */
export function chatTime(at: string | number, language = i18next.language): string {
  const timeZone = readerZone()
  const of = `${language} ${timeZone}`
  // a history has hundreds of them
  if (clock?.of !== of) {
    const locale = language === 'cimode' ? 'en' : language
    clock = {
      of,
      format: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: true, timeZone }),
    }
  }
  return clock.format.format(new Date(at)).replace(/\u202f/g, ' ')
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
