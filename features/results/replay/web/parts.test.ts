import { describe, expect, it } from 'vitest'
import { firstOf, MOST_PARTS, withWatched } from '../parts.ts'
import { startPlayed } from './useNoteWatching.ts'

describe('what was watched of a recording', () => {
  it('is kept as parts with how often, joined where they meet, in whole seconds', () => {
    const once = withWatched([], [{ from: 0, to: 9.6 }])
    expect(withWatched(once, [{ from: 9.6, to: 20.2 }])).toEqual([{ from: 0, to: 20, times: 1 }])
    const twice = withWatched(once, [
      { from: 4, to: 6 },
      { from: 30, to: 31 },
    ])
    expect(twice).toEqual([
      { from: 0, to: 4, times: 1 },
      { from: 4, to: 6, times: 2 },
      { from: 6, to: 10, times: 1 },
      { from: 30, to: 31, times: 1 },
    ])
    expect(withWatched(twice, [{ from: 5, to: 5 }])).toEqual(twice)
  })

  it('stays small for a person who jumps through all of it', () => {
    const jumps = Array.from({ length: MOST_PARTS }, (_, second) => ({ from: second * 2, to: second * 2 + 1 }))
    const known = withWatched([], jumps)
    expect(known).toHaveLength(MOST_PARTS)
    expect(withWatched(known, [{ from: 5000, to: 5001 }])).toBe(known)
    expect(withWatched(known, [{ from: 1, to: 2 }])).toHaveLength(MOST_PARTS - 1)
  })

  it('is no more than can have been played', () => {
    const spans = [
      { from: 0, to: 4 },
      { from: 9, to: 9 },
      { from: 20, to: 30 },
    ]
    expect(firstOf(spans, 6)).toEqual([
      { from: 0, to: 4 },
      { from: 20, to: 22 },
    ])
    expect(firstOf(spans, 0)).toEqual([])
  })
})

describe('what was played', () => {
  it('is one span until somebody jumps, waits or pauses, at any speed and with late looks', () => {
    const played = startPlayed()
    played.look(10, 2, 0)
    played.look(12, 2, 1)
    played.look(30, 2, 10)
    played.look(100, 2, 11)
    played.look(102, 2, 12)
    played.look(undefined, 2, 13)
    played.look(102, 2, 14)
    played.look(90, 2, 15)
    played.look(91, 2, 16)
    expect(played.seconds()).toBe(23)
    expect(played.take()).toEqual([
      { from: 10, to: 30 },
      { from: 100, to: 102 },
      { from: 90, to: 91 },
    ])
    expect(played.take()).toEqual([])
  })

  it('ends where the clock skipped a silence by itself, and begins behind it, several times between two looks', () => {
    const played = startPlayed()
    played.look(9.4, 2, 0)
    played.jump({ from: 10, to: 30 }, 2, 0.3)
    played.jump({ from: 31, to: 50 }, 2, 0.8)
    played.look(50.4, 2, 1)
    expect(played.take()).toEqual([
      { from: 9.4, to: 10 },
      { from: 30, to: 31 },
      { from: 50, to: 50.4 },
    ])
  })
})
