import { expect, it } from 'vitest'
import { writeDay, writeRange, writeTime } from './times.ts'

const at = new Date('2026-11-24T15:00:00Z')

it.each([
  ['en', 'moment', 'America/New_York', 'Tue, Nov 24, 10:00 AM EST'],
  ['en', 'exact', 'Asia/Shanghai', 'Nov 24, 2026, 11:00:00 PM GMT+8'],
  ['en', 'full', 'UTC', 'Tuesday, November 24 at 3:00 PM UTC'],
  ['en', 'mailed', 'America/New_York', 'Tuesday, November 24, 2026 at 10:00 AM (Eastern Time, UTC−05:00)'],
  ['en', 'mailed', 'UTC', 'Tuesday, November 24, 2026 at 3:00 PM (UTC+00:00)'],
  ['zh-Hans', 'moment', 'America/New_York', '11月24日周二 10:00（北美东部时间）'],
  ['zh-Hans', 'exact', 'America/New_York', '2026年11月24日 10:00:00（GMT-5）'],
  ['zh-Hans', 'clock', 'UTC', '15:00（UTC）'],
  ['zh-Hans', 'mailed', 'Asia/Shanghai', '2026年11月24日星期二 23:00（中国标准时间，UTC+08:00）'],
  ['zh-Hant', 'moment', 'Asia/Taipei', '11月24日週二 下午11:00（台北標準時間）'],
  ['zh-Hant', 'full', 'Europe/Berlin', '11月24日星期二 下午4:00（中歐時間）'],
  ['zh-Hant', 'day', 'America/New_York', '2026年11月24日'],
] as const)('writes in %s a %s in %s with the zone behind it', (language, style, zone, written) => {
  expect(writeTime(at, language, style, zone)).toBe(written)
})

it('writes once what both ends of a range have in common', () => {
  const end = new Date('2026-11-24T16:30:00Z')
  const range = (language: string, until = end) => writeRange(at, until, language, 'moment', 'America/New_York')
  expect(range('en')).toBe('Tue, Nov 24, 10:00 – 11:30 AM EST')
  expect(range('zh-Hans')).toBe('11月24日周二 10:00 至 11:30（北美东部时间）')
  expect(range('zh-Hant')).toBe('11月24日週二 上午10:00 至 11:30（東部時間）')
  expect(range('zh-Hant', new Date('2026-11-24T18:30:00Z'))).toBe('11月24日週二 上午10:00 至 下午1:30（東部時間）')
  expect(range('zh-Hans', new Date('2026-11-25T07:00:00Z'))).toBe(
    '11月24日周二 10:00 至 11月25日周三 2:00（北美东部时间）',
  )
})

it('writes a day of the calendar the same wherever it is read', () => {
  expect(writeDay('2026-11-24', 'en')).toBe('November 24, 2026')
  expect(writeDay('2026-11-24', 'zh-Hans', 'day')).toBe('2026年11月24日')
})
