import { describe, expect, it } from 'vitest'
import { newPace } from './pace.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)

describe('a pace', () => {
  it('lets each person do so much at once and so much a second, whatever others do', () => {
    const may = newPace(3, 2)
    expect([1, 2, 3, 4].map(() => may('ivy', at(0)))).toEqual([true, true, true, false])
    expect(may('sam', at(0))).toBe(true)
    expect([1, 2, 3].map(() => may('ivy', at(1)))).toEqual([true, true, false])
    expect([1, 2, 3, 4].map(() => may('ivy', at(100)))).toEqual([true, true, true, false])
  })

  it('takes no turns away when the clock is set back', () => {
    const may = newPace(3, 2)
    expect(may('ivy', at(3600))).toBe(true)
    // an hour earlier: what was left is left, and grows from there
    expect([1, 2, 3].map(() => may('ivy', at(0)))).toEqual([true, true, false])
    expect([1, 2, 3].map(() => may('ivy', at(1)))).toEqual([true, true, false])
  })
})
