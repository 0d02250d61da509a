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

it('shows a guest the time of a pitch, not the state of its invitations, and joins it by one click', async () => {
  await renderAt('/admin/index', { ...signedInAs('presenter'), getInvitedPitchList: () => one('delivered') })
  await screen.findByText('Scheduled')
  expect(screen.queryByText('Invitations sent')).toBeNull()
  const link = await screen.findByRole('link', { name: 'Join: Seed round' })
  expect(link.getAttribute('href')).toBe('/join-session/00000000-0000-4000-8000-0000000000aa')
})

it('says of a pitch that should have started that it has not', async () => {
  const late = { ...pitch('delivered'), start_date_raw: new Date(Date.now() - 20 * 60_000).toISOString() }
  const ahead = { ...pitch('delivered'), uuid: crypto.randomUUID(), start_date_raw: '2099-11-24T15:00:00Z' }
  await renderAt('/admin/index', {
    ...signedInAs('presenter'),
    getPitchListForEp: ({ type }) => (type === 'upcoming' ? { items: [late, ahead], total: 2 } : none),
  })
  await screen.findByText('Should have started')
  expect(screen.getAllByText('Should have started')).toHaveLength(1)
})

it('speaks of invitations only where someone is invited', async () => {
  const walkedIn = { ...pitch('delivered'), attendees: 0, start_date_raw: '2099-11-24T15:00:00Z' }
  await renderAt('/admin/index', {
    ...signedInAs('presenter'),
    getPitchListForEp: ({ type }) => (type === 'upcoming' ? { items: [walkedIn], total: 1 } : none),
    getRegistrationInfo: () => ({ open: false, sends: false }),
  })
  await screen.findByText('Scheduled')
  expect(screen.queryByText(/nvitations/)).toBeNull()
})

it('welcomes a person back only if they were here before', async () => {
  const getLoginInfo = () => ({ last_login: null, failed_since: 0, recent: [] })
  await renderAt('/admin/index', { ...signedInAs('presenter'), getLoginInfo })
  await screen.findByRole('heading', { name: 'Hi Ada Okafor, welcome' })
  expect(screen.queryByText(/Welcome Back/)).toBeNull()
})

it('says at home what waits for an answer, and leads to the latest results', async () => {
  const seen = await renderAt('/admin/index', {
    ...signedInAs('admin'),
    getPitchListForEp: ({ type }) => (type === 'past' ? one('over') : none),
    getTicketList: () => ({ items: [], total: 2 }),
  })
  const waiting = await screen.findByRole('link', { name: '2 support requests are waiting for a reply' })
  expect(waiting.getAttribute('href')).toBe('/support/tickets?state=open')
  expect(seen.inputOf('getTicketList')).toMatchObject({ state: 'open' })
  await screen.findByRole('heading', { name: 'Recently ended' })
  expect(screen.getByRole('link', { name: 'Open: Seed round' }).getAttribute('href')).toBe('/pitches/view/7')
})

it('asks for no support requests for a person who may not answer them', async () => {
  const seen = await renderAt('/admin/index', signedInAs('presenter'))
  await screen.findByText('No upcoming pitches.')
  expect(seen.inputOf('getTicketList')).toBeUndefined()
})
