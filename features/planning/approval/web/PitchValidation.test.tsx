import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const uuid = '00000000-0000-4000-8000-000000000007'
const row = (more: object = {}) => ({
  id: 7,
  uuid,
  presentation_name: 'Seed round',
  presenter_name: 'Paula Reyes',
  company_name: 'Quill Co',
  start_date_raw: '2031-11-24T15:00:00.000Z',
  state: 'scheduled',
  audit_status: 'pending',
  updated_time: '2026-11-01T10:00:00.000Z',
  reviewed_by: 'Pia Admin',
  reviewed_time: '2026-11-01T10:00:00.000Z',
  reason: 'No valuation',
  org_name: 'Quill Capital',
  waiting: 3,
  ...more,
})
const slide = (key: string, text = '') => ({ key, text, url: `/decks/${key}/medium` })
const review = (more: object = {}) => ({
  ...row(),
  version: 'v1',
  may_review: true,
  ...{ audit_start_time: '', audit_end_time: '', audit_duration: '' },
  before: { fields: { dealterms: 'SAFE at 22 million.', about: 'Same' }, slides: [slide('a', 'Team'), slide('b')] },
  now: { fields: { dealterms: 'SAFE at 25 million.', about: 'Same' }, slides: [slide('c', 'New team'), slide('b')] },
  decisions: [
    { id: uuid, action: 'unapprove', reason: 'No valuation', by: 'Pia Admin', at: '2026-11-01T10:00:00.000Z' },
  ],
  ...more,
})
const server = (more: Answers = {}, role = 'pitchadmin'): Answers => ({
  ...signedInAs(role),
  getPitchReviewList: () => ({
    items: [row(), row({ id: 8, uuid: uuid.replace(/7$/, '8'), presentation_name: 'Bridge' })],
    total: 2,
  }),
  getPitchReview: () => review(),
  ...more,
})

// on a busy machine the screen's code takes longer than a test waits
beforeAll(async () => {
  await import('./PitchValidation.tsx')
}, 120_000)

describe('the queue of reviews', () => {
  it('[SCREEN-039, ROUTE-109] shows what waits for a review: whose, when, why, and how many invitations wait for it', async () => {
    const { user, where, inputOf } = await renderAt('/pitches/validation', server())
    await screen.findByRole('heading', { name: 'Review pitches', level: 1 })
    await screen.findByText('Bridge')
    const [first] = (await screen.findAllByRole('row')).slice(1)
    expect(first?.textContent).toMatch(
      /Seed round.*Quill Co.*Paula Reyes.*Nov 24.*Pending review.*Pia Admin.*No valuation.*3 waiting/,
    )
    expect(inputOf('getPitchReviewList')).toMatchObject({ audit_status: 'pending', sort: 'start', order: 'asc' })
    await user.click(screen.getByRole('button', { name: 'Seed round' }))
    await waitFor(() => expect(where.address).toBe(`/pitches/validation?pitch=${uuid}`))
  })

  it('shows a presenter where all of theirs stand', async () => {
    const { inputOf } = await renderAt('/pitches/validation', server({}, 'presenter'))
    await screen.findByRole('heading', { name: 'Your pitch reviews', level: 1 })
    await screen.findByText('Bridge')
    expect(inputOf('getPitchReviewList')).not.toHaveProperty('audit_status')
  })
})

describe('one review', () => {
  const address = `/pitches/validation?pitch=${uuid}`

  it('shows what changed since the last decision: words that went and came, and slides side by side', async () => {
    const { user } = await renderAt(address, server())
    await screen.findByText('What changed')
    expect(document.querySelector('.review-fields del')?.textContent).toBe('22')
    expect(document.querySelector('.review-fields ins')?.textContent).toBe('25')
    expect(screen.queryByText('Same')).toBeNull()
    expect([...document.querySelectorAll('.review-slides img')].map(img => img.getAttribute('src'))).toEqual([
      '/decks/a/medium',
      '/decks/c/medium',
    ])
    await user.click(screen.getByRole('switch', { name: 'Show everything' }))
    await screen.findByText('Same')
    expect(document.querySelectorAll('.review-slides img')).toHaveLength(4)
  })

  it('[STATE-024] approves what was seen, with a part of the recording whose times are checked first', async () => {
    const { user, inputOf } = await renderAt(
      address,
      server({ approvePitch: () => ({ audit_status: 'approved', invited: 3 }) }),
    )
    await user.fill(await screen.findByLabelText('Released from'), '00:45:00')
    await user.type(screen.getByLabelText('Released until'), '00:44:00')
    await user.click(screen.getByRole('button', { name: 'Approve pitch' }))
    await screen.findByText('The end is before the start. Choose a later end.')
    expect(inputOf('approvePitch')).toBeUndefined()
    await user.clear(screen.getByLabelText('Released until'))
    await user.type(screen.getByLabelText('Released until'), '00:45:00')
    await user.click(screen.getByRole('button', { name: 'Approve pitch' }))
    await screen.findByText('Pitch approved. 3 invitations are on their way.')
    expect(inputOf('approvePitch')).toEqual({
      ...{ uuid, seen: 'v1', audit_start_time: '00:45:00', audit_end_time: '00:45:00' },
    })
  })

  it('[STATE-026, STATE-027] takes back and sets to pending with a reason, which it asks for', async () => {
    const { user, inputOf } = await renderAt(
      address,
      server({
        getPitchReview: () => review({ audit_status: 'approved' }),
        unapprovePitch: () => ({ audit_status: 'unapproved' }),
        setPitchPending: () => ({ audit_status: 'pending' }),
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Withdraw approval' }))
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw approval' })
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw approval' }))
    await within(dialog).findByText('Enter a reason.')
    await user.fill(within(dialog).getByLabelText(/^Reason/), 'Too early')
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw approval' }))
    await waitFor(() => expect(inputOf('unapprovePitch')).toEqual({ uuid, seen: 'v1', reason: 'Too early' }))
    await user.click(await screen.findByRole('button', { name: 'Set to pending' }))
    await user.fill(await screen.findByLabelText(/^Reason/), 'Again')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Set to pending' }))
    await waitFor(() => expect(inputOf('setPitchPending')).toEqual({ uuid, seen: 'v1', reason: 'Again' }))
  })

  it('says that the pitch or its review has changed, and shows it anew', async () => {
    let version = 'v1'
    const { user, inputOf } = await renderAt(
      address,
      server({
        getPitchReview: () => review({ version }),
        approvePitch: () => {
          version = 'v2'
          throw new CallFailed('ReviewChanged')
        },
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Approve pitch' }))
    await screen.findByText(/^This pitch or its review has changed\./)
    await waitFor(async () => {
      await user.click(screen.getByRole('button', { name: 'Approve pitch' }))
      expect(inputOf('approvePitch')).toMatchObject({ seen: 'v2' })
    })
  })

  it('leads to the next one, and back to the queue', async () => {
    const { user, where } = await renderAt(address, server())
    await user.click(await screen.findByRole('button', { name: 'Next pitch: Bridge' }))
    await waitFor(() => expect(where.address).toBe(`/pitches/validation?pitch=${uuid.replace(/7$/, '8')}`))
    await user.click(await screen.findByRole('button', { name: 'All reviews' }))
    await waitFor(() => expect(where.address).toBe('/pitches/validation'))
  })

  it('is for presenters to read', async () => {
    await renderAt(address, server({ getPitchReview: () => review({ may_review: false }) }, 'presenter'))
    await screen.findByText('No valuation')
    expect(screen.queryByRole('button', { name: 'Approve pitch' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Next pitch/ })).toBeNull()
  })
})
