import { describe, expect, it } from 'vitest'
import { dayEnd, dayStart, daysOf, dayWritten, rangeOf } from './days.ts'

describe('a typed day', () => {
  it.each([
    '2026-11-24',
    '2026/11/24',
    '11/24/2026',
    '24.11.2026',
    'Nov 24, 2026',
    'Tue, Nov 24, 2026',
    '24 November 2026',
    '2026年11月24日 周二',
  ])('is understood as %s', text => expect(dayWritten(text)).toBe('2026-11-24'))

  it.each(['', 'soon', '2026-02-30', '13/40/2026', 'Nov 2026'])('is none in %j', text => {
    expect(dayWritten(text)).toBeNull()
  })
})

describe('the days of a filter', () => {
  it('are a range in the address, whose end may be open', () => {
    expect(daysOf(rangeOf('2026-11-01', '2026-11-30'))).toEqual(['2026-11-01', '2026-11-30'])
    expect(daysOf(rangeOf('2026-11-01', null))).toEqual(['2026-11-01', undefined])
    expect(daysOf('x_<script>')).toEqual([undefined, undefined])
    expect(rangeOf(null, null)).toBe('')
  })

  it('reach from the first instant of one to the last of the other', () => {
    const length = Date.parse(dayEnd('2026-11-24')) - Date.parse(dayStart('2026-11-24'))
    expect(length).toBe(24 * 3_600_000 - 1)
  })
})
