import { describe, expect, it } from 'vitest'
import { tooSlow } from './pace.ts'

/** Frames that take so many milliseconds each, one after the other; answers which ones it called too slow. */
function play(times: readonly number[]) {
  let now = 0
  const isSlow = tooSlow(() => now)
  return times.flatMap((time, index) => {
    now += Math.max(time, 33)
    return isSlow(time) ? [index] : []
  })
}

describe('[ROOM-007] the pace of a background', () => {
  it('forgives a slow beginning and a slow moment', () => {
    const frames = Array.from({ length: 600 }, (_, i) => (i < 5 || i === 300 ? 400 : 25))
    expect(play(frames)).toEqual([])
    expect(play([1500, 1500, 1500, ...Array.from({ length: 100 }, () => 40)])).toEqual([])
  })

  it('says once that a machine is too slow, within seconds', () => {
    const found = play(Array.from({ length: 60 }, () => 300))
    expect(found).toHaveLength(1)
    expect((found[0] ?? 99) * 300).toBeLessThan(6000)
  })
})
