import { describe, expect, it } from 'vitest'
import { SAMPLE_RATE } from './provider.ts'
import { Segmenter } from './segmenter.ts'

/** Sound of so many milliseconds: something like a voice at a level, or the noise of a room. */
function sound(milliseconds: number, level: number, hertz = 180): Int16Array {
  const samples = new Int16Array((milliseconds / 1000) * SAMPLE_RATE)
  for (let i = 0; i < samples.length; i++) {
    const time = i / SAMPLE_RATE
    const syllable = hertz === 0 ? 1 : 0.6 + 0.4 * Math.sin(2 * Math.PI * 4 * time)
    const wave = hertz === 0 ? Math.random() * 2 - 1 : Math.sin(2 * Math.PI * hertz * time)
    samples[i] = 32_767 * 10 ** (level / 20) * syllable * wave
  }
  return samples
}
const noise = (milliseconds: number, level = -60) => sound(milliseconds, level, 0)
const voice = (milliseconds: number, level = -20) => sound(milliseconds, level)

/** The stretches that are found in a row of sounds that come in uneven pieces: when each began, and how long it was. */
function stretches(...sounds: Int16Array[]): { at: number; length: number }[] {
  const found: { at: number; length: number }[] = []
  let current: { at: number; length: number } | undefined
  const segmenter = new Segmenter({
    onSpeech: (samples, at) => {
      current ??= { at, length: 0 }
      current.length += samples.length / (SAMPLE_RATE / 1000)
    },
    onPause: () => {
      if (current) found.push(current)
      current = undefined
    },
  })
  let now = 0
  for (const all of sounds)
    for (let from = 0; from < all.length; from += 970) {
      const piece = all.subarray(from, from + 970)
      segmenter.push(piece, now)
      now += (piece.length / SAMPLE_RATE) * 1000
    }
  segmenter.flush()
  return found
}

describe('speech in sound', () => {
  it('[PROD-018] is found with its first sounds, and ends after a pause', () => {
    const found = stretches(noise(1000), voice(2000), noise(1500), voice(1000), noise(1500))
    expect(found).toHaveLength(2)
    expect(found[0]?.at).toBeGreaterThan(600)
    expect(found[0]?.at).toBeLessThan(1050)
    expect(found[0]?.length).toBeGreaterThan(2000)
    expect(found[0]?.length).toBeLessThan(3100)
  })

  it('[PROD-018] is told from silence, from the noise of a room, loud or quiet, and from a click', () => {
    expect(stretches(new Int16Array(SAMPLE_RATE * 5))).toEqual([])
    expect(stretches(noise(6000, -58))).toEqual([])
    const loudRoom = stretches(noise(6000, -35), voice(1500, -12), noise(3000, -35))
    expect(loudRoom.at(-1)?.at).toBeGreaterThan(5500)
    expect(stretches(noise(2000), voice(40), noise(2000))).toEqual([])
  })

  it('[PROD-018] is cut at a shorter pause the longer a person speaks, so that readers do not wait', () => {
    const breath = noise(200)
    const fluent = Array.from({ length: 12 }, () => [voice(1800), breath]).flat()
    const found = stretches(...fluent)
    expect(found.length).toBeGreaterThan(1)
    for (const { length } of found) expect(length).toBeLessThan(14_000)
    // a breath early in a sentence cuts nothing
    expect(stretches(voice(1500), breath, voice(1500), noise(1000))).toHaveLength(1)
  })
})
