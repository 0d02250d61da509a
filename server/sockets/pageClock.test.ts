import { describe, expect, it } from 'vitest'
import { startPageClock } from './pageClock.ts'

const window = {}
const other = {}
const S = 1000

describe('seconds for each page', () => {
  it('adds up the times in view: 30, 45 and 20 seconds on page 3 are 95', () => {
    const clock = startPageClock()
    clock.show(3, 0)
    clock.watch('ivy', window, { visible: true }, 10 * S)
    clock.watch('ivy', window, { visible: false }, 40 * S)
    clock.watch('ivy', window, { visible: true }, 100 * S)
    clock.show(4, 145 * S)
    clock.show(3, 150 * S)
    clock.watch('ivy', window, { visible: false }, 170 * S)
    expect(clock.take(500 * S)).toEqual([
      { accountId: 'ivy', page: 3, milliseconds: 95 * S },
      { accountId: 'ivy', page: 4, milliseconds: 5 * S },
    ])
    expect(clock.take(600 * S)).toEqual([])
  })

  it('counts nothing before the start and after the end', () => {
    const clock = startPageClock()
    clock.watch('ivy', window, { visible: true }, 0)
    clock.show(1, 10 * S)
    clock.show(undefined, 15 * S)
    expect(clock.take(60 * S)).toEqual([{ accountId: 'ivy', page: 1, milliseconds: 5 * S }])
  })

  it('counts two windows of one person once, until the last one goes', () => {
    const clock = startPageClock()
    clock.show(1, 0)
    clock.watch('ivy', window, { visible: true }, 0)
    clock.watch('ivy', other, { visible: true }, 5 * S)
    clock.leave('ivy', window, 10 * S)
    clock.leave('ivy', other, 12 * S)
    clock.leave('ivy', other, 20 * S)
    expect(clock.take(60 * S)).toEqual([{ accountId: 'ivy', page: 1, milliseconds: 12 * S }])
  })

  it('counts the page that somebody looks at by themselves until the room turns', () => {
    const clock = startPageClock()
    clock.show(2, 0)
    clock.watch('ivy', window, { visible: true, page: 7 }, 0)
    clock.show(3, 4 * S)
    expect(clock.take(10 * S)).toEqual([
      { accountId: 'ivy', page: 7, milliseconds: 4 * S },
      { accountId: 'ivy', page: 3, milliseconds: 6 * S },
    ])
  })

  it('loses nothing when it is asked often', () => {
    const clock = startPageClock()
    clock.show(1, 0)
    clock.watch('ivy', window, { visible: true }, 0)
    let sum = 0
    for (let now = 0.7; now < 1000; now += 0.7) sum += clock.take(now)[0]?.milliseconds ?? 0
    expect(sum).toBeGreaterThanOrEqual(998)
    expect(sum).toBeLessThanOrEqual(1000)
  })
})
