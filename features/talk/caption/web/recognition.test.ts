import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GOES_ON_PACE, Recognition, type Said } from './recognition.ts'
import {
  type Arrived,
  GOES_STALE,
  noteArrivals,
  readableCaptions,
  STAYS,
  shownCaptions,
  TRANSLATION_PATIENCE,
} from './shownCaptions.ts'
import { FakeRecogniser } from './testing/fakeRecogniser.ts'

let said: Said[]
let ids = 0
const listen = () =>
  new Recognition({ make: FakeRecogniser, newId: () => `id-${++ids}`, onSaid: one => said.push(one) })

beforeEach(() => {
  vi.useFakeTimers()
  said = []
  ids = 0
})
afterEach(() => void vi.useRealTimers())

describe('the browser’s recognition', () => {
  it('[PROD-018] goes from idle over asking and listening to stopped, and says when there is none', () => {
    expect(new Recognition({ make: undefined, newId: () => '', onSaid: () => {} }).get().state).toBe('missing')
    const recognition = listen()
    expect(recognition.get().state).toBe('idle')
    recognition.start('zh-Hant')
    expect(recognition.get().state).toBe('asking')
    expect(FakeRecogniser.last).toMatchObject({ lang: 'zh-TW', continuous: true, interimResults: true })
    FakeRecogniser.last.onstart?.()
    expect(recognition.get().state).toBe('listening')
    recognition.stop()
    expect(FakeRecogniser.last.abort).toHaveBeenCalled()
    expect(recognition.get()).toEqual({ state: 'stopped', problem: undefined })
  })

  it('[PROD-018] says what goes on at a pace, and the end of it under the same id', () => {
    const recognition = listen()
    recognition.start('en')
    FakeRecogniser.last.hears('we', false)
    FakeRecogniser.last.hears('we grew', false)
    vi.advanceTimersByTime(GOES_ON_PACE)
    FakeRecogniser.last.hears('we grew three', false)
    FakeRecogniser.last.hears('We grew three times.', true)
    FakeRecogniser.last.hears('And', false)
    expect(said.map(({ id, text, final }) => [id, text, final])).toEqual([
      ['id-1', 'we', false],
      ['id-1', 'we grew three', false],
      ['id-1', 'We grew three times.', true],
      ['id-2', 'And', false],
    ])
    expect(said[2]?.spokenMs).toBe(GOES_ON_PACE)
  })

  it('[PROD-018] goes on when the browser ends by itself, and keeps what was not final yet', () => {
    const recognition = listen()
    recognition.start('en')
    const first = FakeRecogniser.last
    first.hears('half a sentence', false)
    first.onend?.()
    vi.advanceTimersByTime(10)
    expect(FakeRecogniser.last).not.toBe(first)
    expect(said.at(-1)).toMatchObject({ text: 'half a sentence', final: true })
  })

  it('[PROD-018] stops where it may not listen, and where its service stays out of reach', () => {
    const recognition = listen()
    recognition.start('en')
    FakeRecogniser.last.onerror?.({ error: 'not-allowed' })
    FakeRecogniser.last.onend?.()
    expect(recognition.get()).toEqual({ state: 'stopped', problem: 'refused' })
    recognition.start('en')
    for (let i = 0; i < 6; i++) {
      expect(recognition.get().problem).toBeUndefined()
      FakeRecogniser.last.onerror?.({ error: 'network' })
      FakeRecogniser.last.onend?.()
      vi.advanceTimersByTime(8000)
    }
    expect(recognition.get()).toEqual({ state: 'stopped', problem: 'network' })
  })
})

describe('the captions in view', () => {
  const one = (id: string, text: string, final = true, speaker = 'ada'): Arrived['caption'] => {
    return { id, speaker, name: 'Ada', language: 'en', text, final, at: '', ended_at: '' }
  }
  it('[PROD-018] are the last two, what goes on behind what was said, and none for long', () => {
    const all = noteArrivals([], [one('1', 'a'), one('2', 'b')], 0)
    const goingOn = [{ caption: one('3', 'c', false), at: 0 }]
    const texts = (now: number) => shownCaptions(all, goingOn, now).map(caption => caption.text)
    expect(texts(0)).toEqual(['b', 'c'])
    expect(texts(GOES_STALE)).toEqual(['a', 'b'])
    expect(texts(STAYS)).toEqual([])
  })

  it('[PROD-018] show a correction in place, for as long as what it corrects', () => {
    const before = noteArrivals([], [one('1', 'five')], 0)
    const after = noteArrivals(before, [one('1', 'nine')], 1000)
    expect(after).toMatchObject([{ caption: { text: 'nine' }, at: 0 }])
    const late = [{ caption: one('1', 'fi', false), at: 1000 }]
    expect(shownCaptions(after, late, 1000).map(caption => caption.text)).toEqual(['nine'])
  })

  it('[PROD-019] are not those that one does not read, while their translations come, until these are late', () => {
    const all = [one('1', 'a'), one('2', 'b'), one('3', 'c', false)]
    const reader = { reads: 'fr', both: false, translating: true, since: () => 0 } as const
    const isTranslated = ({ id }: { id: string }) => id === '1'
    const shown = (more: object, now = 0) =>
      readableCaptions(all, { ...reader, isTranslated, ...more }, now).map(caption => caption.text)
    expect(shown({})).toEqual(['a'])
    expect(shown({}, TRANSLATION_PATIENCE)).toEqual(['a', 'b'])
    for (const more of [{ reads: 'en' }, { reads: undefined }, { both: true }, { translating: false }])
      expect(shown(more)).toEqual(['a', 'b', 'c'])
  })
})
