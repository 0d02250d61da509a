import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { ids, pitch, pitchAnswers, snapshot, turned } from '#features/room/room/web/testing/fakeRoom.ts'
import { connected, deliver, videoOff } from '#features/screens/live/web/testing/roomPage.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'
import { zoomByKey } from './zoomKeys.ts'

beforeEach(() => {
  localStorage.clear()
})

const shown = () => document.querySelector<HTMLElement>('.stage-frame .zoom-layer')?.style.transform ?? ''
const near = { scale: 2, x: 0.25, y: 0.75 }

async function room(part: 'owner' | 'attendee', answers: Answers = {}, state = {}) {
  const app = await renderAt(`/live/${pitch}`, { ...pitchAnswers(part), ...videoOff, ...answers })
  await connected()
  const id = part === 'owner' ? ids.paula : ids.ivan
  const me = { id, session: 'mine', part, name: 'Me' }
  deliver('snapshot', snapshot(7, { host: ids.paula, page: 3, furthest: 3, ...state }, { me }))
  await waitFor(() => expect(document.querySelector('.stage-frame img')).toBeTruthy())
  return app
}
const key = (name: string, more = {}) => ({
  ...{ key: name, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
  ...more,
})

describe('zoom on a slide', () => {
  it('is what the room sees, for who comes later too, until the page is turned', async () => {
    await room('attendee', {}, { zoom: near })
    expect(shown()).toBe('translate(0%, -100%) scale(2)')
    deliver('event', { seq: 8, type: 'zoomChanged', payload: { page: 3, zoom: { ...near, scale: 4 } }, at: '' })
    await waitFor(() => expect(shown()).toContain('scale(4)'))
    deliver('event', turned(9, 4))
    await waitFor(() => expect(shown()).toBe(''))
    expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull()
  })

  it('is made by the presenter with keys and buttons, seen here at once and told to everybody', async () => {
    const told: unknown[] = []
    const { user } = await room('owner', {
      updatePageZoom: input => {
        told.push(input)
        return { zoom: null }
      },
    })
    const closer = await screen.findByRole('button', { name: 'Zoom in' })
    await user.click(closer)
    expect(shown()).toContain('scale(1.25)')
    await user.keyboard('+')
    expect(shown()).toContain('scale(1.5625)')
    await waitFor(() =>
      expect(told).toContainEqual({ pitch_uuid: pitch, page: '3', scale: '1.5625', x: '0.5', y: '0.5' }),
    )
    await user.keyboard('0')
    expect(shown()).toBe('')
    await waitFor(() => expect(told.at(-1)).toMatchObject({ scale: '1' }))
  })

  it('is private to a viewer who looks at another slide', async () => {
    const { user } = await room('attendee', {
      updatePageZoom: () => {
        throw new CallFailed('NoPermission')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Previous slide' }))
    await user.click(await screen.findByRole('button', { name: 'Zoom in' }))
    expect(shown()).toContain('scale(1.25)')
    await user.click(screen.getByRole('button', { name: /^Back to/ }))
    await waitFor(() => expect(shown()).toBe(''))
  })

  it('is moved by arrows with Shift alone, so that they turn the page otherwise', () => {
    expect(zoomByKey(near, key('ArrowRight'))).toBeUndefined()
    expect(zoomByKey(near, key('ArrowRight', { shiftKey: true }))).toEqual({ scale: 2, x: 0.325, y: 0.75 })
    expect(zoomByKey(null, key('ArrowRight', { shiftKey: true }))).toBeUndefined()
    expect(zoomByKey(near, key('+', { ctrlKey: true }))).toBeUndefined()
    expect(zoomByKey(null, key('0'))).toBeUndefined()
    expect(zoomByKey(null, key('-'))).toBeUndefined()
  })
})

describe('the layout of the stage', () => {
  it('is chosen by each person, and remembered for them', async () => {
    const { user } = await room('attendee')
    const look = () => document.querySelector<HTMLElement>('.room')?.dataset['layout']
    expect(look()).toBe('slides')
    await user.click(await screen.findByRole('button', { name: /^View/ }))
    await user.click(screen.getByRole('button', { name: 'Side by side' }))
    expect(look()).toBe('side')
    expect(screen.getByRole('button', { name: 'Side by side' }).getAttribute('aria-pressed')).toBe('true')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Side by side' })).toBeNull()
    cleanup()
    const other = await room('owner')
    expect(look()).toBe('side')
    await other.user.click(await screen.findByRole('button', { name: /^View/ }))
    await other.user.click(screen.getByRole('button', { name: 'Video large' }))
    cleanup()
    await room('attendee')
    await waitFor(() => expect(look()).toBe('side'))
  })
})
