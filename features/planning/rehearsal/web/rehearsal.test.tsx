import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { ids, pitch, pitchAnswers, snapshot } from '#features/room/room/web/testing/fakeRoom.ts'
import { connected, deliver, socket } from '#features/screens/live/web/testing/roomPage.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'

const parent = '00000000-0000-4000-8000-00000000cccc'

/** A rehearsal as its presenter is in it; the pitch is planned in so many minutes. */
async function rehearsal(minutes: number, more: Answers = {}) {
  const answers = pitchAnswers('owner')
  const started: unknown[] = []
  const app = await renderAt(`/live/${pitch}`, {
    ...answers,
    getJoinInfo: input => ({
      ...(answers['getJoinInfo']?.(input) as object),
      rehearsal_of: parent,
      start_date_raw: new Date(Date.now() + minutes * 60_000).toISOString(),
    }),
    getAgoraToken: () => {
      throw new CallFailed('VideoOff')
    },
    startPitch: input => {
      started.push(input)
      return { status: 2 }
    },
    ...more,
  })
  await connected()
  const me = { id: ids.paula, session: 'mine', part: 'owner' as const, name: 'Paula Reyes' }
  deliver('snapshot', snapshot(7, { rehearsal: true, host: ids.paula }, { me }))
  await screen.findByRole('button', { name: 'Start pitch' })
  return { ...app, started }
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

describe('a rehearsal', () => {
  it('is called one above the room, in its bar and in the title of its tab', async () => {
    await rehearsal(10)
    expect(screen.getByRole('region', { name: 'Rehearsal' })).toBeTruthy()
    expect(screen.getAllByText('Rehearsal').length).toBeGreaterThan(1)
    expect(screen.queryByText('LIVE')).toBeNull()
    await waitFor(() => expect(document.title).toContain('Rehearsal: Quill seed'))
  })

  it('becomes the pitch by one click when that is near', async () => {
    const { user, started } = await rehearsal(10)
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    expect(started).toEqual([{ uuid: parent }])
  })

  it('asks first when the pitch is planned for another day', async () => {
    const { user, started } = await rehearsal(3 * 24 * 60)
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    expect(screen.getByRole('dialog', { name: 'Start the pitch itself?' })).toBeTruthy()
    expect(started).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Start the pitch now' }))
    expect(started).toEqual([{ uuid: parent }])
  })

  it('says why the pitch cannot begin', async () => {
    const { user } = await rehearsal(10, {
      startPitch: () => {
        throw new CallFailed('PitchNotReady')
      },
    })
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
  })

  it('that is over says so; of a pitch that has not begun nothing is kept', async () => {
    await rehearsal(10, { getPitchStatus: () => ({ status: 0, current_page: 1, current_index: 0 }) })
    act(() =>
      socket.deliver('event', { seq: 8, type: 'pitchEnded', payload: { endedAt: '2026-01-01T10:00:00.000Z' }, at: '' }),
    )
    expect(await screen.findByText('The rehearsal is over')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'To the pitch' }).getAttribute('href')).toBe(`/join-session/${parent}`)
  })

  it('that was removed while this browser slept is over too', async () => {
    await rehearsal(10, { getPitchStatus: () => ({ status: 0, current_page: 1, current_index: 0 }) })
    deliver('connect_error', Object.assign(new Error('refused'), { data: { code: 'PitchNotFound' } }))
    expect(await screen.findByText('The rehearsal is over')).toBeTruthy()
  })
})
