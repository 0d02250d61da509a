import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { preciseText, secondsIn } from '../rules.ts'
import { useShowsPlaying } from './playing.ts'

const pitch = pitchDetail({
  ...{ state: 'over', status: 4 },
  ...{ real_start_time: '2026-11-24T15:00:00.000Z', real_end_time: '2026-11-24T15:58:00.000Z' },
})
const { uuid } = pitch
const id = '00000000-0000-4000-8000-000000000008'
const video = (more: object = {}) => ({
  ...{ id, name: 'Seed round.mp4', bytes: 2e9, state: 'ready', progress: 1, seconds_left: null, reason: '' },
  ...{ seconds: 600, slides: [], ...more },
})
const page = (number: number, text: string) => ({
  ...{ page: number, file_id: id, url: '', medium_url: '', thumb_url: '', width: 16, height: 9, text },
})
const server = (shown: () => object | null, more: Answers = {}): Answers => ({
  ...signedInAs('presenter'),
  getPitchById: () => pitch,
  getPitchDetail: () => pitch,
  getPitchAttendeeList: () => ({ items: [], total: 0, answers: { yes: 0, no: 0 } }),
  getReplay: () => {
    throw new CallFailed('RecordingNotFound')
  },
  getRecordingViewerList: () => ({ items: [], total: 0 }),
  sgGetPitchPagesData: () => ({ status: 'ready', total: 2, deck: 1, pages: [page(1, 'Market\nsize'), page(2, '')] }),
  getPitchVideo: () => ({ video: shown(), may_attach: true, waits_for_pitch: false }),
  ...more,
})
const address = `/pitch-management/${uuid}?tab=recording`
const section = () => screen.findByRole('region', { name: 'Attached video' })

// on a busy machine the screens' code takes longer than a test waits
beforeAll(async () => {
  await import('#features/screens/pitchResults/web/PitchResults.tsx')
}, 120_000)

describe('the attached video of a pitch', () => {
  it('[RULE-055] is chosen as .mp4 alone, and says why another file is refused', async () => {
    await renderAt(
      address,
      server(() => null),
    )
    const part = await section()
    within(part).getByText('Up to 10 GB and 12 hours')
    const field = part.querySelector('input[type=file]') as HTMLInputElement
    expect(field.accept).toBe('.mp4')
    fireEvent.change(field, { target: { files: [new File(['x'], 'Seed.mov')] } })
    expect(await within(part).findByText(/^Only \.mp4 videos/)).toBeTruthy()
  })

  it('says how far it is prepared and how long that takes, and is canceled and taken back', async () => {
    let now: object | null = video({ state: 'running', progress: 0.25, seconds_left: 130 })
    const { user, inputOf } = await renderAt(
      address,
      server(() => now, {
        removePitchVideo: () => {
          now = null
          return { id }
        },
        restoreRecording: () => ({}),
      }),
    )
    const part = await section()
    await within(part).findByText('25% prepared. About 3 minutes left.')
    expect(within(part).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    await user.click(within(part).getByRole('button', { name: 'Cancel preparation' }))
    await waitFor(() => expect(inputOf('removePitchVideo')).toEqual({ uuid }))
    await within(await section()).findByText('Drop an MP4 here')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('restoreRecording')).toEqual({ id }))
  })

  it('is announced as soon as it is ready', async () => {
    let now = video({ state: 'running', progress: 0.9 })
    await renderAt(
      address,
      server(() => now),
    )
    await within(await section()).findByText(/90% prepared/)
    now = video()
    expect(await screen.findByText('The video is ready to watch.', {}, { timeout: 15_000 })).toBeTruthy()
  }, 30_000)

  it('says why it failed in words, and is prepared again', async () => {
    const failed = () => video({ state: 'failed', reason: 'VideoDamaged' })
    const { user, inputOf } = await renderAt(address, server(failed, { retryPitchVideo: () => ({}) }))
    const part = await section()
    expect((await within(part).findByRole('alert')).textContent).toMatch(/couldn’t be prepared: The video is damaged/)
    await user.click(within(part).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(inputOf('retryPitchVideo')).toEqual({ uuid }))
  })

  it('asks before it is removed, and leads to where it is watched', async () => {
    const { user, where, inputOf } = await renderAt(address, server(video, { removePitchVideo: () => ({ id }) }))
    const part = await section()
    await user.click(await within(part).findByRole('button', { name: 'Remove video' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove video' })
    within(dialog).getByText(/You can restore it for 30 days/)
    expect(inputOf('removePitchVideo')).toBeUndefined()
    await user.click(within(dialog).getByRole('button', { name: 'Remove video' }))
    await waitFor(() => expect(inputOf('removePitchVideo')).toEqual({ uuid }))
    const shown: unknown[] = []
    Element.prototype.scrollIntoView = function () {
      shown.push(this.getAttribute('role'))
    }
    await user.click(within(part).getByRole('button', { name: 'Watch video' }))
    await waitFor(() => expect(where.address).toBe(`${address}&recording=${id}`))
    expect(shown).toEqual(['tabpanel'])
  })

  it('gets its slides in a table of times, in their order; a wrong time is not sent', async () => {
    const shown = () => video({ slides: [{ at: 65.5, page: 2 }] })
    const { user, inputOf } = await renderAt(address, server(shown, { matchPitchVideo: () => ({}) }))
    const slides = await screen.findByRole('region', { name: 'Slides in the video' })
    const times = () => within(slides).getAllByLabelText('From')
    expect((times()[0] as HTMLInputElement).value).toBe('1:05.5')
    await user.click(within(slides).getByRole('button', { name: 'Add slide' }))
    await user.type(times()[1] as HTMLElement, '10:00')
    await user.click(within(slides).getAllByRole('combobox', { name: 'Slide' })[1] as HTMLElement)
    await user.click(await screen.findByRole('option', { name: '1. Market' }))
    await user.click(within(slides).getByRole('button', { name: 'Save slides' }))
    await within(slides).findByText('This is after the end of the video.')
    expect(inputOf('matchPitchVideo')).toBeUndefined()
    await user.clear(times()[1] as HTMLElement)
    await user.type(times()[1] as HTMLElement, '0:00')
    await user.click(within(slides).getByRole('button', { name: 'Save slides' }))
    await waitFor(() =>
      expect(JSON.parse(String(inputOf('matchPitchVideo')?.['slides']))).toEqual([
        { at: 0, page: 1 },
        { at: 65.5, page: 2 },
      ]),
    )
    await user.click(within(slides).getByRole('button', { name: 'Remove: 1:05.5' }))
    expect(times()).toHaveLength(1)
  })

  it('gets a slide’s time from the player’s position, while the player shows this video', async () => {
    const shown = () => video({ slides: [{ at: 65.5, page: 2 }] })
    const { user } = await renderAt(address, server(shown))
    const slides = await screen.findByRole('region', { name: 'Slides in the video' })
    expect(within(slides).queryByRole('button', { name: 'Use the player’s position' })).toBeNull()
    const clock = { at: 60 }
    const shows = (of: string) => renderHook(() => useShowsPlaying(of, clock))
    const other = shows('00000000-0000-4000-8000-000000000009')
    expect(within(slides).queryByRole('button', { name: 'Use the player’s position' })).toBeNull()
    other.unmount()
    const player = shows(id)
    const take = within(slides).getByRole('button', { name: 'Use the player’s position' })
    await user.hover(take)
    // the player may be out of sight
    await screen.findByText('Use the player’s position: 1:00')
    clock.at = 124.26
    await screen.findByText('Use the player’s position: 2:04.3')
    fireEvent.click(take)
    expect((within(slides).getByLabelText('From') as HTMLInputElement).value).toBe('2:04.3')
    player.unmount()
    expect(within(slides).queryByRole('button', { name: 'Use the player’s position' })).toBeNull()
  })

  it('can be freed of slides whose deck is gone', async () => {
    const shown = () => video({ slides: [{ at: 65, page: null }] })
    const { user, inputOf } = await renderAt(
      address,
      server(shown, {
        sgGetPitchPagesData: () => ({ status: 'none', total: 0, deck: 1, pages: [] }),
        matchPitchVideo: () => ({}),
      }),
    )
    const slides = await screen.findByRole('region', { name: 'Slides in the video' })
    await user.click(within(slides).getByRole('button', { name: 'Remove: 1:05' }))
    await user.click(within(slides).getByRole('button', { name: 'Save slides' }))
    await waitFor(() => expect(JSON.parse(String(inputOf('matchPitchVideo')?.['slides']))).toEqual([]))
  })

  it('needs a program on the server, of which the team is told', async () => {
    const off = { getPitchVideo: () => ({ video: null, may_attach: false, waits_for_pitch: false }) }
    await renderAt(
      address,
      server(() => null, off),
    )
    await within(await section()).findByText(/needs ffmpeg on the server/)
    expect(screen.queryByText('Drop an MP4 here')).toBeNull()
  })
})

it('reads positions as people write them, and nothing else', () => {
  expect(['4:05', '1:04:05', '0:00', '90:00', ' 4:05.5 '].map(secondsIn)).toEqual([245, 3845, 0, 5400, 245.5])
  expect([0, 59.96, 245.5, 3845].map(preciseText)).toEqual(['0:00', '1:00', '4:05.5', '1:04:05'])
  expect(['', '4', '4:5', '4:65', '-1:00', 'x', '4:05:'].map(secondsIn)).toEqual(Array(7).fill(undefined))
})
