import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { ids, pitch, pitchAnswers, snapshot } from '#features/room/room/web/testing/fakeRoom.ts'
import { connected, deliver, socket } from '#features/screens/live/web/testing/roomPage.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'

const parent = '00000000-0000-4000-8000-00000000cccc'

/** The room of a rehearsal for its presenter; the pitch is planned in so many minutes. */
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
  it('is named above the room, in its bar and in the title of its tab', async () => {
    await rehearsal(10)
    expect(screen.getByRole('region', { name: 'Rehearsal' })).toBeTruthy()
    expect(screen.getAllByText('Rehearsal').length).toBeGreaterThan(1)
    expect(screen.queryByText('LIVE')).toBeNull()
    await waitFor(() => expect(document.title).toContain('Rehearsal: Quill seed'))
  })

  it('starts the pitch by one click shortly before its time', async () => {
    const { user, started } = await rehearsal(10)
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    expect(started).toEqual([{ uuid: parent }])
  })

  it('confirms the start when the pitch is planned for another day', async () => {
    const { user, started } = await rehearsal(3 * 24 * 60)
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    expect(screen.getByRole('dialog', { name: 'Start this pitch?' })).toBeTruthy()
    expect(started).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Start pitch now' }))
    expect(started).toEqual([{ uuid: parent }])
  })

  it('says why the pitch cannot start', async () => {
    const { user } = await rehearsal(10, {
      startPitch: () => {
        throw new CallFailed('PitchNotReady')
      },
    })
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
  })

  it('says that it is over, and that nothing was kept if the pitch has not begun', async () => {
    await rehearsal(10, { getPitchStatus: () => ({ status: 0, current_page: 1, current_index: 0 }) })
    act(() =>
      socket.deliver('event', { seq: 8, type: 'pitchEnded', payload: { endedAt: '2026-01-01T10:00:00.000Z' }, at: '' }),
    )
    expect(await screen.findByText('The rehearsal has ended')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open pitch' }).getAttribute('href')).toBe(`/join-session/${parent}`)
  })

  it('is over too when it was removed while this browser slept', async () => {
    await rehearsal(10, { getPitchStatus: () => ({ status: 0, current_page: 1, current_index: 0 }) })
    deliver('connect_error', Object.assign(new Error('refused'), { data: { code: 'PitchNotFound' } }))
    expect(await screen.findByText('The rehearsal has ended')).toBeTruthy()
  })
})
