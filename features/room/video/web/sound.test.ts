import { describe, expect, it } from 'vitest'
import { loudness } from './sound.ts'

describe('[SCREEN-040] the level meter', () => {
  it('is still in silence, full at the loudest, and louder for more', () => {
    expect(loudness(new Float32Array(100))).toBe(0)
    expect(loudness(new Float32Array(100).fill(1))).toBe(1)
    const [soft, loud] = [loudness(new Float32Array(100).fill(0.01)), loudness(new Float32Array(100).fill(0.1))]
    expect(soft).toBeGreaterThan(0.2)
    expect(loud).toBeGreaterThan(soft)
  })
})
