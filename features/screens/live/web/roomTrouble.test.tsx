import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { knownOf, loadJoinInfo } from '#features/room/room/web/joinInfo.ts'
import { ids, pitch, pitchAnswers, snapshot } from '#features/room/room/web/testing/fakeRoom.ts'
import { languages } from '#web/i18n/language.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'
import { connected, deliver } from './testing/roomPage.ts'

/** Files that the network does not bring. */
const missing = vi.hoisted(() => new Set<string>())
const tried = vi.hoisted(() => new Set<string>())
const orMissing = vi.hoisted(() => (name: string, original: () => Promise<object>) => {
  if (missing.has(name)) tried.add(name)
  if (missing.has(name)) throw new TypeError(`Failed to fetch dynamically imported module: ${name}`)
  return original()
})
vi.mock('#features/talk/chat/web/SpokenChat.tsx', original => orMissing('SpokenChat', original as never))
vi.mock('./MoreControl.tsx', original => orMissing('MoreControl', original as never))
vi.mock('./MomentLayers.tsx', original => orMissing('MomentLayers', original as never))
vi.mock('./EndDialog.tsx', original => orMissing('EndDialog', original as never))

const fails = (code: 'Unavailable' | 'VideoOff' | 'RemovedFromRoom') => () => {
  throw new CallFailed(code)
}
const answers = (part = 'attendee', status = 2): Answers => ({
  ...pitchAnswers(part, status),
  getAgoraToken: fails('VideoOff'),
})
const slide = () => document.querySelector('.stage-frame figcaption')?.textContent

beforeEach(() => {
  missing.clear()
})

// first, as files that came once are there
describe('a room of which a file does not come', () => {
  const room = async (part = 'attendee') => {
    const app = await renderAt(`/live/${pitch}`, answers(part))
    await connected()
    const me = { id: ids.paula, session: 'mine', part: 'owner' as const, name: 'Paula Reyes' }
    deliver('snapshot', snapshot(7, {}, part === 'owner' ? { me } : {}))
    await waitFor(() => expect(slide()).toBe('Words of slide 1'))
    return app
  }

  it('goes on without a part that the reader did not open', async () => {
    const names = ['SpokenChat', 'MomentLayers', 'MoreControl']
    for (const name of names) missing.add(name)
    await room()
    await waitFor(() => expect([...tried]).toEqual(expect.arrayContaining(names)))
    await act(() => new Promise(done => setTimeout(done, 2000)))
    expect(slide()).toBe('Words of slide 1')
    expect(screen.getByRole('button', { name: 'Leave' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says so where a dialog would open, and opens it on the next try', async () => {
    missing.add('EndDialog')
    const { user } = await room('owner')
    await user.click(screen.getByRole('button', { name: 'End pitch' }))
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('This section didn’t load. Everything else is working.')
    expect(slide()).toBe('Words of slide 1')
    missing.clear()
    await user.click(within(notice).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('dialog', { name: 'End this pitch?' })).toBeTruthy()
  })
})

describe('the door of the live room', () => {
  it.each(languages)('says that it connects while the server is away, and opens by itself (%s)', async language => {
    let away = true
    const whileAway = (call: keyof Answers) => (input: Record<string, string>) =>
      away ? fails('Unavailable')() : answers()[call]?.(input)
    await renderAt(
      `/live/${pitch}`,
      { ...answers(), getJoinInfo: whileAway('getJoinInfo'), getPitchStatus: whileAway('getPitchStatus') },
      language,
    )
    const words = { en: 'Connecting', 'zh-Hans': '正在连接', 'zh-Hant': '正在連線' }[language]
    expect(await screen.findByText(words)).toBeTruthy()
    // the calls themselves have been given up by now
    await act(() => new Promise(done => setTimeout(done, 5000)))
    expect(screen.getByText(words)).toBeTruthy()
    away = false
    await waitFor(() => expect(slide()).toBe('Words of slide 1'))
  })

  it('lets in by the socket who is known, though the server is too slow to say who they are', async () => {
    const { where } = await renderAt('/somewhere', answers())
    await waitFor(() => expect(where.address).toBe('/404'))
    await loadJoinInfo(pitch)
    expect(knownOf(pitch)).toBeTruthy()
    await renderAt(`/live/${pitch}`, { ...answers(), getJoinInfo: fails('Unavailable') })
    await connected()
    deliver('snapshot', snapshot(7, { page: 2 }))
    await waitFor(() => expect(slide()).toBe('Words of slide 2'))
    await act(() => new Promise(done => setTimeout(done, 6000)))
    expect(slide()).toBe('Words of slide 2')
  })

  it('stays closed for who was removed', async () => {
    await renderAt(`/live/${pitch}`, { ...answers(), getJoinInfo: fails('RemovedFromRoom') })
    expect(await screen.findByRole('heading', { name: 'You were removed from this room' })).toBeTruthy()
  })
})

describe('the waiting page', () => {
  it.each([
    ['RemovedFromRoom', 'You were removed from this room'],
    ['JoinLinkDisabled', 'This link is disabled'],
    ['NotSignedIn', 'Sign in to join'],
  ])('ends the countdown with the reason after %s', async (code, title) => {
    await renderAt(`/join-session-wait?pitch=${pitch}`, answers('attendee', 0))
    expect(await screen.findByRole('timer')).toBeTruthy()
    await connected()
    deliver('snapshot', snapshot(7, { status: 0 }))
    deliver('closing', { code })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.queryByRole('timer')).toBeNull()
  })
})
