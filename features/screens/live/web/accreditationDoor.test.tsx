import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { pitch, pitchAnswers } from '#features/room/room/web/testing/fakeRoom.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'
import { connected, deliver, videoOff } from './testing/roomPage.ts'

afterEach(() => vi.useRealTimers())

/** A pitch for accredited investors; the reader lacks what `now` says, and the server withholds what they may not see. */
function stopped(now: { gap: string }, status: 0 | 2) {
  const answers = pitchAnswers('attendee', status)
  const withheld = (name: keyof Answers) => ({
    [name]: (input: never) => {
      if (now.gap) throw new CallFailed('AccreditationNeeded')
      return answers[name]?.(input)
    },
  })
  return {
    ...{ ...answers, ...videoOff, ...withheld('getPitchStatus'), ...withheld('sgGetPitchPagesData') },
    getJoinInfo: () => ({ ...(answers['getJoinInfo']?.({}) as object), accreditation_gap: now.gap }),
  }
}

describe('[ENT-010] the door of a pitch for accredited investors', () => {
  it.each([
    ['missing', 'Prove your accreditation to join.', 'Prove accreditation'],
    ['pending', 'You can join once your accreditation is approved.', 'View accreditation'],
    ['expired', 'your accreditation has expired. Renew it to join.', 'Renew accreditation'],
  ])('says what is lacking and what comes next: %s', async (gap, words, next) => {
    await renderAt(`/join-session-wait?pitch=${pitch}`, stopped({ gap }, 0))
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
    const link = screen.getByRole('link', { name: next })
    expect(link.getAttribute('href')).toBe(`/investor/accreditation?pitch=${pitch}`)
    expect(screen.queryByRole('timer')).toBeNull()
  })

  it.each([
    ['pending', 2],
    ['expired', 2],
    ['pending', 0],
  ] as const)('opens by itself once it is approved: %s, status %i', async (gap, status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const now = { gap: gap as string }
    await renderAt(`/join-session-wait?pitch=${pitch}`, stopped(now, status))
    await screen.findByText(/for accredited investors only/)
    now.gap = ''
    await act(() => vi.advanceTimersByTimeAsync(5_500))
    if (status === 2) expect(await screen.findByRole('button', { name: 'Join' })).toBeTruthy()
    else expect(await screen.findByRole('timer')).toBeTruthy()
    expect(screen.queryByText(/for accredited investors only/)).toBeNull()
    // the slide that was withheld is there without a reload
    await waitFor(() => expect(document.querySelector('.lobby-picture img')).toBeTruthy())
  })

  it('is where a room leads that the person may not enter', async () => {
    const { where } = await renderAt(`/live/${pitch}`, stopped({ gap: 'missing' }, 2))
    await waitFor(() => expect(where.address).toBe(`/join-session-wait?pitch=${pitch}`))
    expect(await screen.findByText(/Prove your accreditation to join\./)).toBeTruthy()
  })

  it('comes back for a person whose accreditation is taken back while they wait', async () => {
    const now = { gap: '' }
    await renderAt(`/join-session-wait?pitch=${pitch}`, stopped(now, 0))
    await screen.findByRole('timer')
    await connected()
    now.gap = 'pending'
    deliver('closing', { code: 'AccreditationNeeded' })
    expect(await screen.findByText(/You can join once your accreditation is approved\./)).toBeTruthy()
  })
})
