import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Language } from '#contract/fields.ts'
import { languages } from '#contract/fields.ts'
import { fetchTexts } from '#web/i18n/i18n.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import type { Video } from '../useVideo.ts'
import { noVideo, type VideoNow } from '../videoNow.ts'
import { VideoWords } from './VideoWords.tsx'

async function words(now: Partial<VideoNow>, language: Language = 'en') {
  const acts = { choose: vi.fn(), retry: vi.fn(), forgetNews: vi.fn(), showPictures: vi.fn() }
  const video = { now: { ...noVideo, ...now }, choice: { camera: true, microphone: true }, ...acts } as unknown as Video
  await startAllTexts(language)
  await fetchTexts('device', 'video', 'room')
  render(<VideoWords video={video} />)
  return { ...acts, user: userEvent.setup() }
}
afterEach(cleanup)

const problems = ['denied', 'blocked', 'none', 'busy', 'unsupported', 'insecure', 'background'] as const

describe('the messages to a person on stage about their devices', () => {
  it.each(languages)('says of every failure what it is and what to do, in %s', async language => {
    for (const problem of problems) {
      await words({ problems: { camera: problem, microphone: problem } }, language)
      const alerts = screen.getAllByRole('alert').map(alert => alert.textContent ?? '')
      expect(alerts).toHaveLength(2)
      for (const said of alerts) expect(said).not.toMatch(/problem\.|background\.|act\./)
      expect(alerts[0]).not.toBe(alerts[1])
      cleanup()
    }
  })

  it('tries again, or goes on without', async () => {
    const { user, retry, choose } = await words({ problems: { microphone: 'busy' } })
    expect(screen.getByRole('alert').textContent).toContain('Close other apps')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Continue without microphone' }))
    expect(choose).toHaveBeenCalledWith({ microphone: false })
  })

  it('[ROOM-007] shows the person’s room only when they choose to', async () => {
    const { user, choose } = await words({ problems: { camera: 'background' } })
    await user.click(screen.getByRole('button', { name: 'No background' }))
    expect(choose).toHaveBeenCalledWith({ background: 'none' })
  })

  it('offers a headset that was connected, as microphone and loudspeaker', async () => {
    const ids = { microphone: 'm2', speaker: 's2' }
    const { user, choose, forgetNews } = await words({ news: { what: 'new', label: 'Headset', ids } })
    expect(screen.getByRole('status').textContent).toContain('Headset was connected.')
    await user.click(screen.getByRole('button', { name: 'Use it' }))
    expect(choose).toHaveBeenCalledWith({ microphoneId: 'm2', speakerId: 's2' })
    expect(forgetNews).toHaveBeenCalled()
  })

  it('says what is used instead of a device that is gone, or what to do', async () => {
    await words({ news: { what: 'gone', place: 'camera', label: 'Desk', now: 'Front' } })
    expect(screen.getByRole('status').textContent).toContain('Desk was disconnected. Now using Front.')
    cleanup()
    await words({ news: { what: 'gone', place: 'microphone', label: 'Headset' } })
    expect(screen.getByRole('status').textContent).toContain('was disconnected and no other')
  })

  it('says on a weak line that faces are left out and the rest goes on, with the way back', async () => {
    const { user, showPictures, choose } = await words({ weak: true, pictures: 'saved', camera: true })
    expect(screen.getByText(/Weak connection: video is off to save bandwidth\./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show video anyway' }))
    expect(showPictures).toHaveBeenCalledWith(true)
    await user.click(screen.getByRole('button', { name: 'Turn off camera' }))
    expect(choose).toHaveBeenCalledWith({ camera: false })
  })

  it('is silent while all is well', async () => {
    await words({})
    expect(document.body.textContent).toBe('')
  })
})
