import { expect, it } from 'vitest'
import { writtenIn } from './written.ts'

it('writes the times and days of a review in the reader’s language, in the zone of the pitch', () => {
  const start = '11/24/2026 10:00 AM America/New_York'
  expect(writtenIn('en', start)).toBe('Tuesday, November 24, 2026 at 10:00 AM (Eastern Time, UTC−05:00)')
  expect(writtenIn('zh-Hans', start)).toMatch(/^2026年11月24日.*10:00（北美东部时间，UTC−05:00）$/)
  expect(writtenIn('en', '11/24/2026 12:30 AM Asia/Shanghai')).toContain('12:30 AM')
  expect(writtenIn('en', '12/01/2026')).toBe('Dec 1, 2026')
  for (const kept of ['', 'soon', '11/24/2026 10:00 AM Nowhere/At_All']) expect(writtenIn('en', kept)).toBe(kept)
})
