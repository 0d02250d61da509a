import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { setReaderZone } from '#web/ui/readerZone.ts'
import { mergeMessages, openDrafts } from './messages.ts'
import { chatTime, composed, dayAbove, enterDoes, repeatsSender, textOf } from './wording.ts'

const message = (id: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  local_msg_id: `local-${id}`,
  group_uuid: 'g',
  fromuserid: 'ada',
  name: 'Ada',
  msg_type: 0,
  type: 'group',
  touserid: null,
  msg_content: 'eA==',
  create_time: '2026-01-01T10:00:00.000Z',
  ...more,
})
const enter = { key: 'Enter', ctrlKey: false, shiftKey: false, altKey: false, metaKey: false }

describe('chat messages', () => {
  it('keeps each message once and in its order', () => {
    const merged = mergeMessages([message(2), message(5)], [message(5), message(1), message(7)])
    expect(merged.map(({ id }) => id)).toEqual([1, 2, 5, 7])
    expect(mergeMessages(merged, [message(1)])).toBe(merged)
  })

  it('[ENT-096] reads the content of a message, which is base64 of UTF-8', () => {
    expect(textOf({ msg_content: '5L2g5aW9LCA8Yj5BZGE8L2I+' })).toBe('你好, <b>Ada</b>')
  })

  it('lets a draft go when its message has arrived', () => {
    const draft = { local_msg_id: 'local-3', content: 'x', written: 0, state: 'sending' as const }
    expect(openDrafts([draft], [message(2)])).toEqual([draft])
    expect(openDrafts([draft], [message(3)])).toEqual([])
  })

  it('repeats a sender within 60 seconds', () => {
    const first = message(1)
    const later = (ms: number) =>
      message(2, { create_time: new Date(Date.parse(first.create_time) + ms).toISOString() })
    expect(repeatsSender(first, later(60_000))).toBe(true)
    expect(repeatsSender(first, later(60_001))).toBe(false)
    expect(repeatsSender(first, message(2, { fromuserid: 'bo' }))).toBe(false)
    expect(repeatsSender(undefined, first)).toBe(false)
  })

  it('[CONST-009] shows the time as hh:mm A', () => {
    expect(chatTime(new Date(2026, 0, 1, 14, 5).getTime())).toBe('02:05 PM')
    expect(chatTime(new Date(2026, 0, 1, 0, 0).getTime())).toBe('12:00 AM')
  })

  it('says of what day a message is when the one before it, or today, is another one, on the reader’s clock', () => {
    const at = (create_time: string) => message(1, { create_time })
    const now = Date.parse('2026-01-03T12:00:00Z')
    setReaderZone('Asia/Shanghai')
    try {
      const late = at('2026-01-01T15:59:59Z')
      expect(dayAbove(undefined, late, now, 'en')).toBe('Thursday, January 1')
      expect(dayAbove(late, at('2026-01-01T16:00:00Z'), now, 'en')).toBe('Friday, January 2')
      expect(dayAbove(at('2026-01-01T16:00:00Z'), at('2026-01-02T15:00:00Z'), now, 'en')).toBeUndefined()
      expect(dayAbove(undefined, at('2026-01-03T01:00:00Z'), now, 'en')).toBeUndefined()
      expect(dayAbove(late, at('2026-01-03T01:00:00Z'), now, 'zh-Hans')).toBe('1月3日星期六')
    } finally {
      setReaderZone(undefined)
    }
  })

  it('[RULE-100] sends on Enter', () => {
    expect(enterDoes(enter)).toBe('send')
    expect(enterDoes({ ...enter, key: 'a' })).toBeUndefined()
  })

  it.each(['ctrlKey', 'shiftKey', 'altKey', 'metaKey'] as const)(
    '[RULE-101] breaks the line on %s and Enter',
    modifier => {
      expect(enterDoes({ ...enter, [modifier]: true })).toBe('break')
    },
  )

  it('[RULE-102] makes one line break of two', () => {
    expect(composed('one\n\ntwo\n \n\nthree\nfour\n\n')).toBe('one\ntwo\nthree\nfour')
    expect(composed('  \n\n ')).toBe('')
  })
})
