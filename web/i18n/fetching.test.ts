import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchNewer } from '../client/newer.ts'
import { fetchTexts, startTexts } from './i18n.ts'

let failures = 0
const readTexts = vi.hoisted(() => vi.fn<(language: string, namespace: string) => Promise<object> | undefined>())
vi.mock('./files.ts', () => ({ textsFirst: () => ['common', 'errors'], readTexts }))

beforeEach(() => {
  readTexts.mockImplementation(async () => {
    if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return { opening: 'Opening the room' }
  })
})
afterEach(() => void vi.useRealTimers())

describe('the texts', () => {
  it('are words and not keys, however long the network was down', async () => {
    await startTexts('en')
    // imported between attempts otherwise, which takes real time while the fake clock runs on
    await fetchNewer()
    vi.useFakeTimers()
    failures = 8
    const fetched = fetchTexts('room')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(i18next.hasLoadedNamespace('room')).toBe(false)
    await vi.advanceTimersByTimeAsync(120_000)
    await fetched
    expect(i18next.t('opening', { ns: 'room' })).toBe('Opening the room')
  })
})
