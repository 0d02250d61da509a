import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ids, pitch, pitchAnswers, snapshot } from '#features/room/room/web/testing/fakeRoom.ts'
import { renderAt } from '#web/testing/renderAt.tsx'
import { connected, deliver, videoOff } from './testing/roomPage.ts'

const bare = (status = 'none') => ({
  sgGetPitchPagesData: () => ({ status, total: 0, pages: [], deck: 0 }),
  getPitchNotes: () => ({ pages: [] }),
})

async function room(part: 'owner' | 'attendee', search = '') {
  const app = await renderAt(`/live/${pitch}${search}`, { ...pitchAnswers(part), ...videoOff, ...bare() })
  await connected()
  const me = { id: part === 'owner' ? ids.paula : ids.ivan, session: 'mine', part, name: 'Me' }
  deliver('snapshot', snapshot(7, { host: ids.paula, pages: 0 }, { me }))
  return app
}

describe('a pitch without slides', () => {
  it.each(['owner', 'attendee'] as const)('fills the stage with faces, and says nothing of slides (%s)', async part => {
    const { user } = await room(part)
    await user.click(await screen.findByRole('button', { name: /^View/ }))
    expect(screen.queryByRole('button', { name: 'Side by side' })).toBeNull()
    await waitFor(() => expect(document.querySelector<HTMLElement>('.room')?.dataset['layout']).toBe('bare'))
    await screen.findByRole('button', { name: 'More' })
    for (const name of [/Next slide/, /Previous slide/]) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(document.querySelector('.next-slide, .stage-empty, .filmstrip-count')).toBeNull()
    expect(document.body.textContent).not.toMatch(/slide/i)
    // a presenter may still add a deck
    expect(screen.queryAllByRole('button', { name: 'Other decks' })).toHaveLength(part === 'owner' ? 1 : 0)
  })

  it('has a window of notes without a place for slides', async () => {
    await room('owner', '?view=notes')
    await screen.findByText(/notes/i, { selector: '.panel-quiet' })
    expect(document.querySelector('.notes-slides, .notes-turn')).toBeNull()
  })

  it('has a door without an empty picture', async () => {
    await renderAt(`/join-session-wait?pitch=${pitch}`, { ...pitchAnswers('attendee', 0), ...videoOff, ...bare() })
    await screen.findByRole('heading', { name: 'Quill seed' })
    await waitFor(() => expect(document.querySelector('.lobby-picture')).toBeNull())
  })

  it('has a countdown that says no part of which there is nothing', async () => {
    const answers = pitchAnswers('attendee', 0)
    const soon = new Date(Date.now() + 12 * 60_000 + 30_000).toISOString()
    const info = answers['getJoinInfo']?.({}) as object
    await renderAt(`/join-session-wait?pitch=${pitch}`, {
      ...{ ...answers, ...videoOff, ...bare() },
      getJoinInfo: () => ({ ...info, start_date_raw: soon }),
    })
    expect((await screen.findByRole('timer')).getAttribute('aria-label')).toBe('Starts in 12 minutes')
  })
})

it('gives the deck its own shape, and a shared page of another shape its place in it', async () => {
  const answers = pitchAnswers('attendee')
  const given = answers['sgGetPitchPagesData']?.({}) as { pages: object[] } | undefined
  const old = given?.pages.map(page => ({ ...page, width: 1600, height: 1200 }))
  const deck = { sgGetPitchPagesData: () => ({ status: 'ready', total: 5, pages: old, deck: 0 }) }
  await renderAt(`/live/${pitch}`, { ...answers, ...videoOff, ...deck })
  await connected()
  deliver('snapshot', snapshot(7, { host: ids.paula }))
  await waitFor(() => expect(document.querySelector('.stage-frame img')).toBeTruthy())
  const shape = document.querySelector<HTMLElement>('.room')?.style.getPropertyValue('--shape')
  expect(Number(shape)).toBeCloseTo(4 / 3)
})
