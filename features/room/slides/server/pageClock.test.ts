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

  it('ends look back at a page that was put out of reach, whatever a browser claims', () => {
    const clock = startPageClock()
    clock.show(3, 0)
    clock.watch('ivy', window, { visible: true, page: 2 }, 0)
    clock.watch('olu', other, { visible: true, page: 1 }, 0)
    clock.reach(1, 10 * S)
    clock.watch('ivy', window, { visible: false }, 30 * S)
    clock.watch('olu', other, { visible: false }, 30 * S)
    expect(clock.take(60 * S)).toEqual([
      { accountId: 'ivy', page: 2, milliseconds: 10 * S },
      { accountId: 'ivy', page: 3, milliseconds: 20 * S },
      { accountId: 'olu', page: 1, milliseconds: 30 * S },
    ])
  })

  it('counts the page that an attendee looks at by themselves, however the room turns: 30, 45 and 20 seconds are 95', () => {
    const clock = startPageClock()
    clock.show(3, 0)
    clock.watch('ivy', window, { visible: true }, 0)
    clock.show(4, 30 * S) // 30 s with the room
    clock.watch('ivy', window, { visible: true, page: 3 }, 40 * S)
    clock.show(5, 50 * S)
    clock.show(6, 60 * S)
    clock.watch('ivy', window, { visible: true }, 85 * S) // 45 s on her own
    clock.show(3, 100 * S)
    clock.watch('ivy', window, { visible: false }, 120 * S) // 20 s with the room
    expect(clock.take(500 * S)).toEqual([
      { accountId: 'ivy', page: 3, milliseconds: 95 * S },
      { accountId: 'ivy', page: 4, milliseconds: 10 * S },
      { accountId: 'ivy', page: 6, milliseconds: 15 * S },
    ])
  })

  it('counts the page of the room again when the window that looked at another one is gone', () => {
    const clock = startPageClock()
    clock.show(5, 0)
    clock.watch('ivy', window, { visible: true }, 0)
    clock.watch('ivy', other, { visible: true, page: 2 }, 0)
    clock.watch('ivy', window, { visible: true }, 3 * S) // says nothing about the other window
    clock.leave('ivy', other, 10 * S)
    expect(clock.take(30 * S)).toEqual([
      { accountId: 'ivy', page: 2, milliseconds: 10 * S },
      { accountId: 'ivy', page: 5, milliseconds: 20 * S },
    ])
  })

  it('counts pages by their files, and ends look back at slides that are gone', () => {
    const [a, b] = [
      { id: 'a', pages: 2 },
      { id: 'b', pages: 5 },
    ]
    const clock = startPageClock()
    clock.show(3, 0, [a, b])
    clock.watch('ivy', window, { visible: true }, 0)
    clock.watch('paul', window, { visible: true, page: 2 }, 0)
    clock.show(1, 10 * S, [b])
    clock.watch('ivy', window, { visible: false }, 15 * S)
    clock.watch('paul', window, { visible: false }, 16 * S)
    expect(clock.take(30 * S)).toEqual([
      { accountId: 'ivy', fileId: 'b', page: 1, milliseconds: 15 * S },
      { accountId: 'paul', fileId: 'a', page: 2, milliseconds: 10 * S },
      { accountId: 'paul', fileId: 'b', page: 1, milliseconds: 6 * S },
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
