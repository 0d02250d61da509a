import { describe, expect, it } from 'vitest'
import { clockOf, leftUntil, whenIn } from './times.ts'

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
    expect(whenIn(at, 'en', 'America/New_York')).toMatch(/Tuesday,? (November 24|24 November) at 10:00.AM EST/)
    expect(whenIn(at, 'zh-Hans', 'Asia/Shanghai')).toContain('11月24日')
    expect(whenIn(at, 'zh-Hans', 'Asia/Shanghai')).toContain('23:00')
  })
})
