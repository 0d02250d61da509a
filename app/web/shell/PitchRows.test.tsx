import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const pitch = (state: string) => ({
  id: 7,
  uuid: '00000000-0000-4000-8000-0000000000aa',
  presentation_name: 'Seed round',
  presenter_name: 'Chen Wei',
  company_name: 'Lumen Bio',
  start_date_raw: '2026-11-24T15:00:00Z',
  start_zone: 'America/New_York',
  end_date_raw: '2026-11-24T16:00:00Z',
  state,
  status: 0,
  is_public: false,
  attendees: 3,
  created_time: '2026-11-01T15:00:00Z',
  updated_time: '2026-11-01T15:00:00Z',
})
const one = (state: string) => ({ items: [pitch(state)], total: 1 })
const none = { items: [], total: 0 }

it.each([
  ['delivered', 'Join: Seed round'],
  ['inProgress', 'Join: Seed round'],
  ['over', 'Open: Seed round'],
])('[ROUTE-076] takes an invited investor to a pitch that is %s by one click', async (state, act) => {
  await renderAt('/mydashboard/index', { ...signedInAs('vc'), getInvitedPitchList: () => one(state) })
  const link = await screen.findByRole('link', { name: act })
  expect(link.getAttribute('href')).toBe('/join-session/00000000-0000-4000-8000-0000000000aa')
})

it('takes a presenter from home into a live pitch', async () => {
  await renderAt('/admin/index', {
    ...signedInAs('presenter'),
    getPitchListForEp: ({ type }) => (type === 'live' ? one('inProgress') : none),
  })
  const enter = await screen.findByRole('link', { name: 'Enter: Seed round' })
  expect(enter.getAttribute('href')).toBe('/join-session/00000000-0000-4000-8000-0000000000aa')
})

it('leads from home to the page of a pitch that is ahead', async () => {
  await renderAt('/admin/index', {
    ...signedInAs('presenter'),
    getPitchListForEp: ({ type }) => (type === 'upcoming' ? one('scheduled') : none),
  })
  const open = await screen.findByRole('link', { name: 'Open: Seed round' })
  expect(open.getAttribute('href')).toBe('/pitches/view/7')
})

it('shows a guest the time of a pitch, not the state of its invitations', async () => {
  await renderAt('/mydashboard/index', { ...signedInAs('vc'), getInvitedPitchList: () => one('delivered') })
  await screen.findByText('Scheduled')
  expect(screen.queryByText('Invitations sent')).toBeNull()
})
