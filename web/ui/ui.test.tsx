import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { displayName, initialsOf } from './displayName.ts'
import { useDraft } from './draft.tsx'
import { PersonAvatar } from './PersonAvatar.tsx'
import { readerZone, setReaderZone } from './readerZone.ts'
import { Time } from './Time.tsx'
import { formatTime, relativeTime } from './time.ts'
import { timeZones } from './timeZones.ts'

describe('relative time', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now)
  it('[CONST-017] under 30 s is just now', () => {
    expect(ago(0)).toEqual({ key: 'time.now' })
    expect(ago(29)).toEqual({ key: 'time.now' })
  })
  it('[CONST-018] under an hour is in minutes', () => {
    expect(ago(30)).toEqual({ key: 'time.minutes', count: 1 })
    expect(ago(3599)).toEqual({ key: 'time.minutes', count: 59 })
  })
  it('[CONST-019] under a day is in hours', () => {
    expect(ago(3600)).toEqual({ key: 'time.hours', count: 1 })
    expect(ago(86_399)).toEqual({ key: 'time.hours', count: 23 })
  })
  it('under two days is 1 day', () => {
    expect(ago(86_400)).toEqual({ key: 'time.day' })
    expect(ago(172_799)).toEqual({ key: 'time.day' })
  })
  it('is the date after that', () => {
    expect(ago(172_800)).toEqual({ date: new Date('2026-11-19T12:00:00Z') })
  })
})

describe('times', () => {
  it('tells an instant in the zone of its reader', () => {
    const at = '2026-11-24T15:00:00Z'
    expect(formatTime(at, 'en', 'moment', 'America/New_York')).toBe('Tue, Nov 24, 10:00 AM EST')
    expect(formatTime(at, 'zh-Hans', 'day', 'Asia/Shanghai')).toBe('2026年11月24日')
  })
  it('[ENT-046, CONST-035] tells it in the zone of the profile, wherever the device is, and at once in another one', () => {
    const at = '2026-11-24T15:00:00Z'
    setReaderZone('Asia/Kathmandu')
    expect(formatTime(at, 'en')).toBe('Tue, Nov 24, 8:45 PM GMT+5:45')
    render(<Time at={at} />)
    expect(screen.getByText('Tue, Nov 24, 8:45 PM GMT+5:45').getAttribute('title')).toContain('8:45:00 PM GMT+5:45')
    act(() => setReaderZone('America/New_York'))
    expect(screen.getByText('Tue, Nov 24, 10:00 AM EST')).toBeTruthy()
    act(() => setReaderZone('Mars/Base'))
    expect(readerZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
    setReaderZone(undefined)
    cleanup()
  })
  it('offers every zone with its offset, and keeps one that the browser does not list', () => {
    expect(timeZones(new Date()).length).toBeGreaterThan(300)
    expect(timeZones(new Date(), 'US/Eastern').map(({ value }) => value)).toContain('US/Eastern')
  })
})

describe('names', () => {
  it('[ENT-039] are first and last name', () =>
    expect(displayName({ firstname: 'Ada', lastname: 'Okafor' }, '?')).toBe('Ada Okafor'))
  it('[ENT-040] are words for an unknown user without a first name', () => {
    expect(displayName({ firstname: '', lastname: 'Okafor' }, 'unknown user')).toBe('unknown user')
  })
  it('come down to initials, in Chinese to the family name', () => {
    expect(initialsOf({ firstname: 'Ada', lastname: 'okafor' })).toBe('AO')
    expect(initialsOf({ firstname: '小明', lastname: '王' })).toBe('王')
  })
})

describe('a face', () => {
  afterEach(cleanup)
  const shown = (head_image: string) => {
    const person = { firstname: 'Ada', lastname: 'Okafor', head_image }
    render(<PersonAvatar person={person} />, { wrapper: MantineProvider })
    return document.querySelector('img')?.getAttribute('src')
  }
  it('[ENT-041] is the head image as it is when that starts with http', () => {
    expect(shown('https://pictures.example/ada.png')).toBe('https://pictures.example/ada.png')
  })
  it('[ENT-042] is prefixed with the web API base when it does not', () => {
    expect(shown('heads/ada.png')).toBe('/webapi/heads/ada.png')
    cleanup()
    expect(shown('/heads/ada.png')).toBe('/webapi/heads/ada.png')
  })
  it('[ENT-044] is the initials when there is none', () => {
    expect(shown('')).toBeUndefined()
    expect(screen.getByText('AO')).toBeTruthy()
  })
})

describe('a draft', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    localStorage.clear()
  })
  const open = () => renderHook(() => useDraft('test', { text: '' }))

  it('is kept half a second after typing, and found again', () => {
    const first = open()
    act(() => first.result.current.change({ text: 'Seed round' }))
    act(() => vi.advanceTimersByTime(500))
    const second = open()
    expect(second.result.current.value).toEqual({ text: 'Seed round' })
    expect(second.result.current.restoredAt).toBeInstanceOf(Date)
  })
  it('is kept when the page is left before that', () => {
    const first = open()
    act(() => first.result.current.change(before => ({ text: `${before.text}Bridge` })))
    act(() => void dispatchEvent(new Event('pagehide')))
    expect(open().result.current.value).toEqual({ text: 'Bridge' })
  })
  it('is forgotten once it has been sent, and stays so', () => {
    const first = open()
    act(() => first.result.current.change({ text: 'Seed round' }))
    act(() => first.result.current.sent())
    act(() => vi.advanceTimersByTime(1000))
    first.unmount()
    expect(open().result.current.restoredAt).toBeUndefined()
    expect(open().result.current.value).toEqual({ text: '' })
  })
  it('is removed when it is discarded', () => {
    const first = open()
    act(() => first.result.current.change({ text: 'Seed round' }))
    act(() => vi.advanceTimersByTime(500))
    const second = open()
    act(() => second.result.current.discard())
    expect(second.result.current.value).toEqual({ text: '' })
    expect(open().result.current.restoredAt).toBeUndefined()
  })
})
