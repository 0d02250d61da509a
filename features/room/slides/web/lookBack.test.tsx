import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ids, pitch, pitchAnswers, snapshot, turned } from '#features/room/room/web/testing/fakeRoom.ts'
import { connected, deliver, socket, videoOff } from '#features/screens/live/web/testing/roomPage.ts'
import { renderAt } from '#web/testing/renderAt.tsx'

const lookBackChanged = (seq: number, lookBack: string) => ({
  seq,
  type: 'lookBackChanged',
  payload: { lookBack },
  at: '',
})
const slide = () => document.querySelector('.stage-frame figcaption')?.textContent
const lastSaid = () => (socket.sent as [string, unknown][]).findLast(([event]) => event === 'watching')?.[1]

async function room(part: string, state: object, answers = {}) {
  const app = await renderAt(`/live/${pitch}`, { ...pitchAnswers(part), ...videoOff, ...answers })
  await connected()
  const me = { id: ids.paula, session: 'mine', part: part as 'owner', name: 'Paula Reyes' }
  deliver('snapshot', snapshot(7, state, part === 'attendee' ? {} : { me }))
  await waitFor(() => expect(slide()).toBeTruthy())
  return app
}

describe('looking back', () => {
  it('leafs through what was shown, through the presenter’s turns, and comes back with one click', async () => {
    const { user } = await room('attendee', { page: 4, furthest: 4 })
    await waitFor(() => expect(slide()).toBe('Words of slide 4'))
    expect((await screen.findByRole('button', { name: 'Next slide' })).hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Previous slide' }))
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(slide()).toBe('Words of slide 2'))
    expect(screen.getByText('You’re on slide 2; Paula Reyes is on 4.')).toBeTruthy()
    expect(lastSaid()).toEqual({ visible: true, page: 2 })
    deliver('event', turned(8, 5))
    expect(await screen.findByText('You’re on slide 2; Paula Reyes is on 5.')).toBeTruthy()
    deliver('event', turned(9, 2))
    expect(await screen.findByText('Paula Reyes is on this slide too.')).toBeTruthy()
    deliver('event', turned(10, 3))
    expect(slide()).toBe('Words of slide 2')
    await user.click(screen.getByRole('button', { name: 'Back to Paula Reyes' }))
    await waitFor(() => expect(slide()).toBe('Words of slide 3'))
    expect(lastSaid()).toEqual({ visible: true })
    deliver('event', turned(11, 5))
    await waitFor(() => expect(slide()).toBe('Words of slide 5'))
  })

  it('says again which slide is in view after a lost connection', async () => {
    const { user } = await room('attendee', { page: 3, furthest: 3 })
    await user.click(await screen.findByRole('button', { name: 'Previous slide' }))
    deliver('disconnect', 'transport close')
    expect(slide()).toBe('Words of slide 2')
    deliver('resumed', { ...snapshot(7), events: [] })
    expect(lastSaid()).toEqual({ visible: true, page: 2 })
  })

  it('goes as far as the host allows, and says so when that ends', async () => {
    const { user } = await room('attendee', { page: 2, furthest: 2 })
    await screen.findByRole('button', { name: 'Previous slide' })
    await user.keyboard('{End}')
    expect(slide()).toBe('Words of slide 2')
    deliver('event', lookBackChanged(8, 'all'))
    await user.keyboard('{End}')
    await waitFor(() => expect(slide()).toBe('Words of slide 5'))
    deliver('event', lookBackChanged(9, 'off'))
    await waitFor(() => expect(slide()).toBe('Words of slide 2'))
    expect(screen.getByText('Paula Reyes is now showing everyone the same slide.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Previous slide' })).toBeNull()
    await user.keyboard('{ArrowLeft}')
    expect(slide()).toBe('Words of slide 2')
  })

  it('is switched by the presenter, whose own keys turn the room', async () => {
    const asked: unknown[] = []
    const answers = {
      updatePitchLookBack: (input: { look_back: string }) => {
        asked.push(input)
        return { look_back: input.look_back }
      },
    }
    const { user } = await room('owner', { page: 2, furthest: 3 }, answers)
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', {
      name: 'Attendees can view other slides',
    })
    expect(choice.value).toBe('shown')
    await user.selectOptions(choice, 'No, they follow you')
    expect(asked).toEqual([{ pitch_uuid: pitch, look_back: 'off' }])
    deliver('event', lookBackChanged(8, 'off'))
    expect(choice.value).toBe('off')
  })
})
