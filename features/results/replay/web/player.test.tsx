import { act, cleanup, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const uuid = '01900000-0000-7000-8000-000000000001'
const id = '01900000-0000-7000-8000-000000000002'
const page = (at: number, number: number, text: string) => ({
  ...{ at, page: number, url: `/${number}`, thumb_url: '', text, width: 16, height: 9 },
})
const replay = {
  ...{ id, presentation_name: 'Seed round', started_time: '2026-01-01T10:00:00Z', seconds: 900, state: 'approved' },
  ...{
    is_attached: false,
    begins_at: 60,
    left_at: 760,
    stretches: [],
    off: [],
    gaps: [],
    caption_languages: [],
    decision: null,
  },
  pages: [page(0, 1, 'Our market'), page(300, 2, 'Team')],
  questions: [{ at: 500, content: 'Who buys?' }],
  messages: [{ at: 20, user_id: id, name: 'Ben', content: 'A large market?' }],
  captions: [],
  transcript: true,
}
const films = { films: [], may_make: false, waits_for_pitch: false }
const at = (search = '', shown: object = replay) =>
  renderAt(`/live/${uuid}/replay${search}`, {
    ...signedInAs('vc'),
    getReplay: () => shown,
    getSgStreamingMp4Info: () => films,
    noteWatching: () => ({}),
  })
const position = async () => (await screen.findByRole('slider', { name: 'Position' })).getAttribute('aria-valuetext')

it('goes on where the person left, and copies a link to a moment of the whole recording', async () => {
  const { user } = await at()
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(await screen.findByRole('button', { name: 'Continue at 12:40' }))
  expect(await position()).toMatch(/^12:4[0-5]$/)
  expect(screen.queryByRole('button', { name: 'Continue at 12:40' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  await user.click(screen.getByRole('button', { name: /^Copy link to 12:4/ }))
  expect(written.mock.calls[0]?.[0]).toMatch(new RegExp(`/live/${uuid}/replay\\?recording=${id}&t=13m4\\ds$`))
  expect(await screen.findByText(/Link to 12:4\d copied/)).toBeTruthy()
})

it('begins at the moment that the address names, and offers no other', async () => {
  await at('?t=6m')
  expect(await screen.findByRole('heading', { name: 'Seed round' })).toBeTruthy()
  expect(await position()).toBe('5:00')
  expect(screen.queryByRole('button', { name: /Continue at/ })).toBeNull()
})

it('finds words in slides and chat, says how many, and goes to one', async () => {
  const { user } = await at()
  await user.type(await screen.findByRole('textbox', { name: /^Search captions/ }), 'market')
  expect(await screen.findByText('2 matches')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Ben A large market/ }))
  expect(await position()).toBe('0:20')
  await user.keyboard('{Escape}')
  const chapters = within(screen.getByRole('navigation', { name: 'Chapters' }))
  expect(chapters.getAllByRole('button').map(({ ariaLabel, ...button }) => ariaLabel ?? button)).toHaveLength(3)
  await user.click(chapters.getByRole('button', { name: 'Question: Who buys?, 8:20' }))
  expect(await position()).toBe('8:20')
})

const focused = async () => {
  await position()
  screen.getByRole('region', { name: 'Seed round' }).focus()
}

it('is played by the keys that people know, and remembers volume and speed', async () => {
  localStorage.clear()
  const { user } = await at('?t=1m')
  await focused()
  const places: (string | null)[] = []
  for (const key of ['5', 'j', 'l', '{ArrowRight}', '{Shift>}{ArrowLeft}{/Shift}', '{End}', '{Home}']) {
    await user.keyboard(key)
    places.push(await position())
  }
  expect(places).toEqual(['7:30', '7:20', '7:30', '7:40', '5:00', '15:00', '0:00'])
  await user.keyboard('k')
  await user.keyboard('k')
  screen.getByRole('button', { name: 'Play' })
  await user.keyboard('{ArrowDown}{ArrowDown}>')
  const volume = screen.getByRole('slider', { name: 'Volume' })
  expect(volume.getAttribute('aria-valuetext')).toBe('80%')
  expect(screen.getByRole('combobox', { name: 'Speed' })).toHaveProperty('value', '1.25×')
  await user.keyboard('m')
  expect(volume.getAttribute('aria-valuetext')).toBe('0%')
  await user.click(screen.getByRole('button', { name: 'Turn on sound' }))
  expect(volume.getAttribute('aria-valuetext')).toBe('80%')
  // what is written keeps its keys
  await user.type(screen.getByRole('textbox', { name: /^Search captions/ }), '5m>')
  expect([await position(), localStorage.getItem('rostrum.replay.speed')]).toEqual(['0:00', '1.25'])
  cleanup()
  await at()
  await position()
  expect(screen.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toBe('80%')
  expect(screen.getByRole('combobox', { name: 'Speed' })).toHaveProperty('value', '1.25×')
})

it('takes a key once at a slider whose line was clicked, and turns nothing on and off by one that is held', async () => {
  localStorage.clear()
  const { user } = await at('?t=6m')
  await position()
  const sliderIn = (place: string) => document.querySelector<HTMLElement>(place) ?? expect.fail(`no ${place}`)
  const line = sliderIn('.replay-line .mantine-Slider-root')
  const volume = sliderIn('.replay-volume.mantine-Slider-root')
  await user.click(line)
  expect(document.activeElement).toBe(line)
  await user.keyboard('5')
  expect(await position()).toBe('7:30')
  await user.keyboard('{ArrowRight}')
  expect(await position()).toBe('7:31')
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(await position()).toBe('7:29')
  await user.keyboard('{End}')
  expect(await position()).toBe('15:00')
  await user.keyboard('{Home}k')
  screen.getByRole('button', { name: 'Pause' })
  await user.keyboard(' ')
  screen.getByRole('button', { name: 'Play' })
  // the first press, and repeats of it
  await user.keyboard('{k>3/}')
  screen.getByRole('button', { name: 'Pause' })
  await user.keyboard('k')
  const before = await position()
  await user.click(volume)
  expect(document.activeElement).toBe(volume)
  await user.keyboard('{ArrowRight}')
  expect(await position()).toBe(before)
})

it('stays as it is where the browser refuses the whole screen', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const { user } = await at()
  await focused()
  const frame = screen.getByRole('region', { name: 'Seed round' })
  let asked = 0
  // no mock function, which would handle its failure
  const requestFullscreen = () => {
    asked++
    return Promise.reject(new TypeError('no'))
  }
  Object.assign(frame, { requestFullscreen })
  await user.keyboard('f')
  await new Promise(resolve => setTimeout(resolve, 20))
  process.off('unhandledRejection', unhandled)
  expect([asked, unhandled.mock.calls.length]).toEqual([1, 0])
})

const camera = { user_id: id, name: 'Paula', source: 'camera', src: '/recordings/a/b/0-1.m3u8', from: 0, to: 800 }

it('turns the sound of people off where the browser ignores the volume', async () => {
  localStorage.clear()
  const microphone = { ...camera, source: 'microphone', src: '/recordings/a/b/2-3.m3u8' }
  const { user } = await at('', { ...replay, stretches: [camera, microphone] })
  await screen.findByRole('slider', { name: 'Position' }, { timeout: 5000 })
  const sound = document.querySelector<HTMLVideoElement>('.replay-people > div video')
  const picture = document.querySelector<HTMLVideoElement>('.replay-picture video')
  expect([sound?.muted, picture?.muted]).toEqual([false, true])
  await focused()
  await user.keyboard('m')
  expect(sound?.muted).toBe(true)
  await user.keyboard('m')
  expect([sound?.muted, picture?.muted]).toEqual([false, true])
})

it('has picture in picture for a video alone while there is one, without a watermark, and shows whether it is on', async () => {
  Object.assign(document, { pictureInPictureEnabled: true })
  try {
    await at()
    await position()
    expect(screen.queryByRole('button', { name: 'Picture-in-picture' })).toBeNull()
    cleanup()
    await at('', { ...replay, stretches: [camera], watermark: 'ben@example.com' })
    await screen.findByRole('slider', { name: 'Position' }, { timeout: 5000 })
    expect(screen.queryByRole('button', { name: 'Picture-in-picture' })).toBeNull()
    expect(document.querySelector('.replay-picture video')?.hasAttribute('disablepictureinpicture')).toBe(true)
    cleanup()
    await at('', { ...replay, stretches: [camera] })
    const button = await screen.findByRole('button', { name: 'Picture-in-picture' }, { timeout: 5000 })
    const video = document.querySelector('.replay-picture video')
    expect(video?.hasAttribute('disablepictureinpicture')).toBe(false)
    const pressed = () => button.getAttribute('aria-pressed')
    expect(pressed()).toBe('false')
    act(() => void video?.dispatchEvent(new Event('enterpictureinpicture', { bubbles: true })))
    expect(pressed()).toBe('true')
    act(() => void video?.dispatchEvent(new Event('leavepictureinpicture')))
    expect(pressed()).toBe('false')
  } finally {
    Reflect.deleteProperty(document, 'pictureInPictureEnabled')
  }
})

it('shows slides beside people, alone, or small, as chosen last, in the shape of their deck', async () => {
  localStorage.clear()
  const later = { ...camera, from: 600 }
  const pages = replay.pages.map(one => ({ ...one, width: 4, height: 3 }))
  const { user } = await at('', { ...replay, pages, stretches: [later] })
  await position()
  const layouts = within(screen.getByRole('group', { name: 'Layout' }))
  const pressed = () =>
    layouts.getAllByRole('button', { pressed: true }).map(button => button.getAttribute('aria-label'))
  const stage = document.querySelector<HTMLElement>('.replay-stage')
  expect([pressed(), stage?.dataset['layout']]).toEqual([['Side by side'], 'side'])
  await user.click(layouts.getByRole('button', { name: 'Video large' }))
  expect([pressed(), stage?.dataset['layout']]).toEqual([['Video large'], 'faces'])
  const shape = screen.getByRole('region', { name: 'Seed round' }).style.getPropertyValue('--shape')
  expect(Number(shape)).toBeCloseTo(4 / 3)
  cleanup()
  await at('', { ...replay, stretches: [later] })
  await position()
  expect(document.querySelector<HTMLElement>('.replay-stage')?.dataset['layout']).toBe('faces')
})

it('offers no layouts where there is nothing but slides, and no picture in picture where the browser has none', async () => {
  await at()
  await position()
  expect(screen.queryByRole('group', { name: 'Layout' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Picture-in-picture' })).toBeNull()
})

it('moves into a small window that the browser has, and back when that is closed', async () => {
  const there = document.implementation.createHTMLDocument()
  const small = Object.assign(new EventTarget(), { document: there, close: vi.fn() })
  vi.stubGlobal('documentPictureInPicture', { requestWindow: async () => small })
  const { user } = await at()
  await position()
  await user.click(screen.getByRole('button', { name: 'Picture-in-picture' }))
  await screen.findByText('The recording plays in picture-in-picture.')
  expect(there.querySelector('.replay-stage .replay-slide img')).not.toBeNull()
  expect(document.querySelector('.replay-stage')).toBeNull()
  act(() => void small.dispatchEvent(new Event('pagehide')))
  expect(document.querySelector('.replay-stage .replay-slide img')).not.toBeNull()
  expect(screen.queryByText('The recording plays in picture-in-picture.')).toBeNull()
  vi.unstubAllGlobals()
})

it('skips silence where that is wanted, and remembers it', async () => {
  localStorage.clear()
  const { user } = await at('', { ...replay, silences: [{ from: 2, to: 42 }] })
  await position()
  const skips = screen.getByRole('switch', { name: 'Skip silence' })
  expect(skips).toHaveProperty('checked', false)
  await focused()
  await user.keyboard('{Home}')
  await user.click(skips)
  expect(localStorage.getItem('rostrum.replay.skipsSilence')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Play' }))
  expect(await screen.findByText('Skipped 40 seconds, to 0:42.', undefined, { timeout: 5000 })).toBeTruthy()
})
