import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Video } from '#features/room/video/web/useVideo.ts'
import { noVideo, type VideoNow } from '#features/room/video/web/videoNow.ts'
import { fetchTexts } from '#web/i18n/i18n.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { StageControls } from './StageControls.tsx'

afterEach(cleanup)

async function controls(now: Partial<VideoNow>, choice = { microphone: true, camera: true }) {
  const acts = { choose: vi.fn(), retry: vi.fn() }
  await startAllTexts('en')
  await fetchTexts('video', 'room')
  const all = { ...noVideo, state: 'on', ...now }
  render(<StageControls video={{ now: all, choice, ...acts } as unknown as Video} paused={false} />)
  const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
  return { ...acts, user: userEvent.setup(), microphone: button(/Microphone/i), camera: button(/Camera/i) }
}

describe('the controls of microphone and camera', () => {
  it('are on when they are, and a press turns them off', async () => {
    const { user, microphone, camera, choose } = await controls({})
    expect([microphone.className, camera.className]).toEqual(['piece-control plain', 'piece-control plain'])
    await user.click(microphone)
    expect(choose).toHaveBeenCalledWith({ microphone: false })
  })

  it('[ERR-057, ERR-058, ERR-059] look off while nothing goes out, and a press tries again', async () => {
    const { user, microphone, camera, choose, retry } = await controls({ problems: { microphone: 'blocked' } })
    expect([microphone.className, camera.className]).toEqual(['piece-control off', 'piece-control plain'])
    expect(microphone.getAttribute('aria-label')).toBe('Unmute microphone')
    await user.click(microphone)
    expect(retry).toHaveBeenCalledTimes(1)
    expect(choose).not.toHaveBeenCalled()
  })

  it('promise nothing where another window sends', async () => {
    const { microphone, camera } = await controls({ state: 'elsewhere' })
    for (const control of [microphone, camera]) {
      expect([control.disabled, control.className]).toEqual([true, 'piece-control off'])
      expect(control.getAttribute('aria-label')).toContain('Your video is running in another window.')
    }
  })

  it('take a word for later while the server has no video', async () => {
    const { user, microphone, choose } = await controls({ state: 'off' })
    await user.click(microphone)
    expect(choose).toHaveBeenCalledWith({ microphone: false })
  })
})
