import { afterEach, describe, expect, it } from 'vitest'
import { calendarOf } from '#features/screens/live/web/calendar.ts'
import { chatTime } from '#features/talk/chat/web/wording.ts'
import { setReaderZone } from '#web/ui/readerZone.ts'
import { formatTime } from '#web/ui/time.ts'
import { leftUntil } from './doorTimes.ts'
import { clockOf } from './times.ts'

describe('times in the room', () => {
  it('shows a span as a clock', () => {
    expect(clockOf(872_999)).toBe('14:32')
    expect(clockOf(3_723_000)).toBe('1:02:03')
    expect(clockOf(-5)).toBe('00:00')
  })
  it('counts down to an instant and stops there', () => {
    expect(leftUntil(90_061_000, 0)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 })
    expect(leftUntil(1500, 0)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 2 })
    expect(leftUntil(0, 5000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
  })
  it('names an instant in a zone and a language', () => {
    const at = Date.UTC(2026, 10, 24, 15, 0)
    expect(formatTime(at, 'en', 'full', 'America/New_York')).toMatch(
      /Tuesday,? (November 24|24 November) at 10:00.AM EST/,
    )
    expect(formatTime(at, 'zh-Hans', 'full', 'Asia/Shanghai')).toContain('11月24日')
    expect(formatTime(at, 'zh-Hans', 'full', 'Asia/Shanghai')).toContain('23:00')
  })
})

describe('the reader’s own clock', () => {
  afterEach(() => setReaderZone(undefined))
  it('[CONST-035] is that of their profile, at the door as in the console', () => {
    setReaderZone('Asia/Tokyo')
    expect(formatTime(Date.UTC(2026, 10, 24, 15, 0), 'en', 'full')).toMatch(
      /Wednesday,? (November 25|25 November) at 12:00.AM/,
    )
  })
  it('[CONST-009] is the chat’s, in the words of their language', () => {
    setReaderZone('Asia/Tokyo')
    const at = Date.UTC(2026, 10, 24, 6, 5)
    expect(chatTime(at, 'en')).toBe('03:05 PM')
    expect(chatTime(at, 'zh-Hans')).toBe('下午03:05')
  })
})

it('writes a calendar entry that calendars take, whatever a pitch is called', () => {
  const entry = {
    ...{
      uuid: 'u',
      title: 'Seed; round, 最终版\\ '.repeat(6),
      presenter: 'Paula',
      url: 'https://x.test/join-session/u',
    },
    ...{ start: '2026-11-24T15:00:00.000Z', end: '2026-11-24T16:00:00.000Z' },
  }
  const file = calendarOf(entry, new Date('2026-11-20T00:00:00.000Z'))
  const lines = file.split('\r\n')
  expect(lines.every(line => new TextEncoder().encode(line).length <= 75)).toBe(true)
  const whole = file.replaceAll('\r\n ', '')
  expect(whole).toContain('DTSTART:20261124T150000Z\r\nDTEND:20261124T160000Z')
  expect(whole).toContain('SUMMARY:Seed\\; round\\, 最终版\\\\ ')
  expect(whole.endsWith('END:VCALENDAR\r\n')).toBe(true)
})
