import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstDayOfWeek } from './week.ts'

/** A browser that does not say when a week begins. */
class PlainLocale extends Intl.Locale {
  readonly getWeekInfo = undefined
  readonly weekInfo = undefined
}

afterEach(() => vi.unstubAllGlobals())

describe.each(['known to the browser', 'unknown to it'])('the first day of a week, %s', known => {
  it.each([
    ['zh-Hans', ['zh-CN'], 1],
    ['zh-Hant', ['zh-TW'], 0],
    ['zh-Hant', ['zh-HK'], 0],
    ['en', ['en-US', 'en'], 0],
    ['en', ['en-GB', 'en'], 1],
    ['en', ['zh-CN', 'en-AU'], 1],
    ['en', ['de-DE', 'en'], 0],
    ['en', [], 0],
    ['en', ['en-US@posix'], 0],
  ] as const)('in %s for %j is %i', (language, preferred, day) => {
    if (known === 'unknown to it') vi.stubGlobal('Intl', Object.create(Intl, { Locale: { value: PlainLocale } }))
    expect(firstDayOfWeek(language, preferred)).toBe(day)
  })
})
