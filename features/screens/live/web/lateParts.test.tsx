import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ids, pitch, pitchAnswers, snapshot } from '#features/room/room/web/testing/fakeRoom.ts'
import { renderAt } from '#web/testing/renderAt.tsx'
import { connected, deliver, slideStands, videoOff } from './testing/roomPage.ts'

/** A slow line: these parts of the room come when the test says so. */
const late = vi.hoisted(() => {
  const held = () => {
    let come = () => {}
    const here = new Promise<void>(resolve => {
      come = resolve
    })
    return { here, come: () => come() }
  }
  return { panel: held(), zoom: held() }
})
vi.mock('./SidePanel.tsx', async original => {
  await late.panel.here
  return original()
})
vi.mock('#features/room/slides/web/zoom/ZoomBar.tsx', async original => {
  await late.zoom.here
  return original()
})

async function room(part: 'owner' | 'attendee', state = {}) {
  const more = { getRoomPeople: () => ({ items: [], total: 0, here: 3 }), getOwnVote: () => ({ choices: [] }) }
  localStorage.setItem('rostrum.room.panel', 'none')
  const app = await renderAt(`/live/${pitch}`, { ...pitchAnswers(part), ...videoOff, ...more })
  await connected()
  const me = { id: part === 'owner' ? ids.paula : ids.ivan, session: 'mine', part, name: 'Me' }
  deliver('snapshot', snapshot(7, { host: ids.paula, ...state }, { me }))
  await slideStands()
  return app
}

describe('what comes late', () => {
  it('takes no half-made choice of a poll with it, and hides the poll at no time', async () => {
    const poll = {
      ...{ id: ids.ivan, question: 'Which round?', options: ['Seed', 'Series A'], multiple: false, anonymous: true },
      ...{ open: true, voters: 0, counts: null },
    }
    const { user } = await room('attendee', { poll })
    const seed = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Seed' })
    await user.click(await screen.findByRole('radio', { name: 'Seed' }))
    await user.click(screen.getByRole('button', { name: /^Attendees/ }))
    // of the panel its head is there at once, and the poll
    expect(screen.getByRole('region', { name: 'Attendees' }).getAttribute('aria-busy')).toBe('true')
    expect(seed().checked).toBe(true)
    await act(async () => late.panel.come())
    await waitFor(() => expect(screen.getByRole('region', { name: 'Attendees' }).hasAttribute('aria-busy')).toBe(false))
    expect(seed().checked).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Collapse poll' }))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Expand poll' }))
    expect(seed().checked).toBe(true)
  })

  it('takes away no reaction and no caption while the zoom bar is on its way', async () => {
    await room('owner')
    deliver('signal', { type: 'reactionsBy', payload: { names: { '👏': ['Ivan Petrov'] } } })
    // what shows it is fetched after the slide
    await waitFor(() => {
      deliver('signal', { type: 'reactionsBy', payload: { names: { '👏': ['Ivan Petrov'] } } })
      expect(screen.getByText('👏 Ivan Petrov')).toBeTruthy()
    })
    expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull()
    await act(async () => late.zoom.come())
    expect(await screen.findByRole('button', { name: 'Zoom in' })).toBeTruthy()
  })
})
