import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { ids, pitch, pitchAnswers, snapshot, turned } from '#features/room/room/web/testing/fakeRoom.ts'
import { connected, deliver } from '#features/screens/live/web/testing/roomPage.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'
import { timerStateOf } from './PitchTimer.tsx'

afterEach(() => vi.unstubAllGlobals())

const endsIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
const minute = 60_000

async function open(address: string, part: string, { endsAt = endsIn(20 * minute), more = {} as Answers } = {}) {
  const asked: string[] = []
  const usual = pitchAnswers(part)
  const answers: Answers = {
    ...usual,
    getJoinInfo: input => ({ ...(usual['getJoinInfo']?.(input) as object), end_date_raw: endsAt }),
    getPitchNotes: () => {
      asked.push('getPitchNotes')
      return { pages: [{ page: 2, notes: 'Say the number.\nThen wait.' }] }
    },
    getAgoraToken: () => {
      asked.push('getAgoraToken')
      throw new CallFailed('VideoOff')
    },
    ...more,
  }
  const app = await renderAt(address, answers)
  await connected()
  const me = { id: ids.paula, session: 'mine', part: part as 'owner', name: 'Paula Reyes' }
  const startedAt = new Date(Date.now() - 10 * minute).toISOString()
  deliver('snapshot', snapshot(7, { startedAt }, part === 'attendee' ? {} : { me }))
  return { ...app, asked }
}

describe('the speaker’s notes', () => {
  it('stand beside the next slide and follow the page, with a window of their own one click away', async () => {
    const opened = vi.fn<(...given: unknown[]) => unknown>(() => ({ focus: () => {} }))
    const { user } = await open(`/live/${pitch}`, 'owner')
    vi.stubGlobal('open', opened)
    await user.click(await screen.findByRole('button', { name: 'Notes' }))
    expect(await screen.findByText('No notes for this slide.')).toBeTruthy()
    // before its code was there a frame without it stood in its place
    const panel = screen.getByRole('region', { name: 'Speaker notes' })
    deliver('event', turned(8, 2))
    expect(await within(panel).findByText(/Say the number\./)).toBeTruthy()
    expect(within(panel).getByText('Left')).toBeTruthy()
    await user.click(within(panel).getByRole('button', { name: 'Open in a new window' }))
    expect(opened.mock.calls[0]?.[0]).toBe(`/live/${pitch}?view=notes`)
    opened.mockReturnValue(null)
    await user.click(within(panel).getByRole('button', { name: 'Open in a new window' }))
    expect(within(panel).getByText(/Your browser blocked the window/)).toBeTruthy()
  })

  it('are nothing that an attendee is offered, or asks for by the address', async () => {
    localStorage.setItem('rostrum.room.panel', 'notes')
    const { asked } = await open(`/live/${pitch}?view=notes`, 'attendee')
    await waitFor(() => expect(document.querySelector('.stage-frame img')).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'Notes' })).toBeNull()
    expect(document.querySelector('.notes-screen')).toBeNull()
    expect(asked).not.toContain('getPitchNotes')
    localStorage.clear()
  })
})

describe('the second window', () => {
  it('has notes, next slide, time and the turning of pages, and no part in video', async () => {
    const turns: unknown[] = []
    const more: Answers = {
      sgUpdatePitchPages: input => {
        turns.push(input)
        return { page: 2, index: 0, seq: 8 }
      },
    }
    const { user, asked } = await open(`/live/${pitch}?view=notes`, 'owner', { more })
    expect(await screen.findByText('Next: slide 2')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next slide' }))
    expect(await screen.findByText(/Say the number\./)).toBeTruthy()
    expect(screen.getByText('Next: slide 3')).toBeTruthy()
    expect(turns).toEqual([{ pitch_uuid: pitch, page: '2', action: 'right', index: '0', deck: '0' }])
    // the other window turned: same session, and this one follows
    deliver('event', turned(8, 2, 'mine'))
    deliver('event', turned(9, 4, 'mine'))
    expect(await screen.findByText('Next: slide 5')).toBeTruthy()
    const before = getComputedStyle(document.querySelector('.notes-side') as Element).getPropertyValue('--notes-size')
    await user.click(screen.getByRole('button', { name: 'Larger text' }))
    const after = getComputedStyle(document.querySelector('.notes-side') as Element).getPropertyValue('--notes-size')
    expect(Number.parseFloat(after)).toBeGreaterThan(Number.parseFloat(before))
    expect(asked).not.toContain('getAgoraToken')
    deliver('event', { seq: 10, type: 'pitchEnded', payload: { endedAt: endsIn(0) }, at: '' })
    expect(await screen.findByText('You can close this window.')).toBeTruthy()
  })

  it('shows the pages that were made after it was opened', async () => {
    let ready = 1
    const deck = pitchAnswers('owner')['sgGetPitchPagesData']?.({}) as { pages: object[] }
    const made = () => ({ ...deck, status: ready < 5 ? 'converting' : 'ready', pages: deck.pages.slice(0, ready) })
    await open(`/live/${pitch}?view=notes`, 'owner', { more: { sgGetPitchPagesData: made } })
    await waitFor(() => expect(document.querySelectorAll('.notes-thumbs img')).toHaveLength(1))
    ready = 5
    deliver('signal', { type: 'deckProgress', payload: {} })
    await waitFor(() => expect(document.querySelectorAll('.notes-thumbs img')).toHaveLength(5))
  })

  it('says that a turn failed until the line is back', async () => {
    const sgUpdatePitchPages = () => {
      throw new CallFailed('NoPermission')
    }
    const { user } = await open(`/live/${pitch}?view=notes`, 'owner', { more: { sgUpdatePitchPages } })
    await user.click(await screen.findByRole('button', { name: 'Next slide' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    deliver('disconnect', 'transport close')
    deliver('snapshot', snapshot(9, {}, { me: { id: ids.paula, session: 'mine', part: 'owner', name: 'Paula Reyes' } }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('has the slides in small, and shows who reacts', async () => {
    const turns: { page?: string }[] = []
    const more: Answers = {
      sgUpdatePitchPages: input => {
        turns.push(input as { page?: string })
        return { page: 4, index: 0, seq: 8 }
      },
    }
    const { user } = await open(`/live/${pitch}?view=notes`, 'owner', { more })
    await user.click(await screen.findByRole('button', { name: 'Slide 4' }))
    expect(turns.map(turn => turn.page)).toEqual(['4'])
    expect(screen.getByRole('button', { name: 'Slide 4' }).getAttribute('aria-current')).toBe('true')
    deliver('signal', { type: 'reactions', payload: { counts: { '👏': 1 } } })
    deliver('signal', { type: 'reactionsBy', payload: { names: { '👏': ['Ivan Petrov'] } } })
    expect(await screen.findByText('👏 Ivan Petrov')).toBeTruthy()
  })

  it('says calmly when five minutes are left, and that the time is over', async () => {
    await open(`/live/${pitch}?view=notes`, 'owner', { endsAt: endsIn(4 * minute) })
    expect(await screen.findByText('Less than five minutes left.')).toBeTruthy()
    expect(screen.getByText('10:00')).toBeTruthy()
  })

  it('counts on after the planned end', async () => {
    await open(`/live/${pitch}?view=notes`, 'owner', { endsAt: endsIn(-2 * minute) })
    expect(await screen.findByText('The scheduled end has passed. You can continue.')).toBeTruthy()
    expect(screen.getByText(/^\+02:0\d$/)).toBeTruthy()
  })
})

it('five minutes and less are soon, and below zero is over', () => {
  expect([5 * minute + 1, 5 * minute, 0, -1].map(timerStateOf)).toEqual(['plenty', 'soon', 'soon', 'over'])
})
