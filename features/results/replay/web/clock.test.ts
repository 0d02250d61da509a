import { describe, expect, it } from 'vitest'
import { clockText } from '../rules.ts'
import { emptySpans } from '../spans.ts'
import { ReplayClock, type skipped } from './clock.ts'

describe('the clock of a replay', () => {
  const begun = (seconds = 100, empty: Parameters<typeof skipped>[1] = []) => {
    let now = 0
    const clock = new ReplayClock(seconds, empty, () => now)
    return { clock, pass: (by: number) => (now += by * 1000) }
  }

  it('runs at its speed, waits for data, and stands when it is paused', () => {
    const { clock, pass } = begun()
    pass(5)
    expect(clock.at).toBe(0)
    clock.play()
    pass(10)
    expect(clock.at).toBe(10)
    clock.setSpeed(2)
    pass(10)
    expect(clock.at).toBe(30)
    clock.wait(true)
    pass(60)
    expect(clock.at).toBe(30)
    clock.wait(false)
    pass(1)
    expect(clock.at).toBe(32)
    clock.pause()
    pass(60)
    expect(clock.at).toBe(32)
  })

  it('stops at the end, and begins again from there', () => {
    const { clock, pass } = begun(20)
    clock.play()
    pass(30)
    clock.tick()
    expect([clock.at, clock.playing]).toEqual([20, false])
    clock.play()
    expect(clock.at).toBe(0)
  })

  it('skips what was not recorded, also when one goes there', () => {
    const empty = emptySpans([
      { from: 0, to: 3 },
      { from: 50, to: 60 },
      { from: 60.5, to: 70 },
      { from: 90, to: 90.5 },
    ])
    expect(empty).toEqual([
      { from: 0, to: 3 },
      { from: 50, to: 70 },
    ])
    const { clock, pass } = begun(100, empty)
    expect(clock.at).toBe(3)
    clock.seek(55)
    expect(clock.at).toBe(70)
    clock.seek(49)
    clock.play()
    pass(2)
    clock.tick()
    expect(clock.at).toBe(70)
  })

  it('tells its watchers of changes alone', () => {
    const { clock, pass } = begun()
    let told = 0
    clock.subscribe(() => told++)
    clock.tick()
    expect(told).toBe(0)
    clock.play()
    pass(1)
    clock.tick()
    expect(told).toBe(2)
  })
})

it('writes positions as players do', () => {
  expect([0, 65.9, 3599, 3665].map(clockText)).toEqual(['0:00', '1:05', '59:59', '1:01:05'])
})

it('skips silence once that is wanted, says what it skipped, and forgets that where somebody goes elsewhere', () => {
  let now = 0
  const clock = new ReplayClock(100, [], () => now)
  clock.seek(9)
  clock.play()
  clock.skip([], [{ from: 10, to: 30 }])
  now = 1500
  clock.tick()
  expect([clock.at, clock.get().jumped]).toEqual([30, { from: 10.5, to: 30 }])
  clock.seek(40)
  expect(clock.get().jumped).toBeUndefined()
  clock.skip([])
  clock.seek(15)
  clock.tick()
  expect(clock.at).toBe(15)
})

describe('a silence that is skipped', () => {
  const begun = (at: number) => {
    let now = 0
    const clock = new ReplayClock(100, [{ from: 40, to: 50 }], () => now)
    clock.seek(at)
    clock.skip(
      [{ from: 40, to: 50 }],
      [
        { from: 10, to: 30 },
        { from: 50, to: 60 },
      ],
    )
    const pass = (by: number) => {
      now += by * 1000
      clock.tick()
      return clock.at
    }
    return { clock, pass }
  }

  it('is heard by somebody who goes there, and skipped again where it is played into', () => {
    const { clock, pass } = begun(35)
    clock.play()
    clock.seek(25)
    expect([pass(1), pass(1), clock.get().jumped]).toEqual([26, 27, undefined])
    clock.seek(clock.at - 10)
    expect(pass(1)).toBe(18)
    clock.seek(9.5)
    expect(pass(1)).toBe(30)
    // from one silence to a place in the next one
    clock.seek(55)
    expect(pass(1)).toBe(56)
  })

  it('is heard where the address names a moment in it', () => {
    const { clock, pass } = begun(20)
    expect(pass(1)).toBe(20)
    clock.play()
    expect(pass(1)).toBe(21)
  })

  it('does not move the clock while it stands, and is skipped at once where that is turned on in it', () => {
    const { clock, pass } = begun(20)
    clock.play()
    clock.skip([], [])
    expect(pass(1)).toBe(21)
    clock.skip([], [{ from: 10, to: 30 }])
    clock.pause()
    expect(pass(1)).toBe(21)
    clock.play()
    expect(pass(1)).toBe(30)
  })

  it('leaves a place in a pause to its end, and says so', () => {
    const { clock } = begun(0)
    clock.seek(42)
    expect([clock.at, clock.get().jumped]).toEqual([50, { from: 42, to: 50 }])
    clock.seek(50)
    expect(clock.get().jumped).toBeUndefined()
  })
})
