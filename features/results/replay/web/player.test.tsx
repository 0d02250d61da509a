import { screen, within } from '@testing-library/react'
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
const at = (search = '') =>
  renderAt(`/live/${uuid}/replay${search}`, {
    ...signedInAs('vc'),
    getReplay: () => replay,
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
