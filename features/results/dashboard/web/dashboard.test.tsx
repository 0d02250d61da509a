import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import type { DashboardPitch } from '../contract.ts'

const uuid = '00000000-0000-4000-8000-0000000000aa'
const pitch = (more: Partial<DashboardPitch> = {}): DashboardPitch => ({
  uuid,
  presentation_name: 'Seed round',
  presenter_name: 'Chen Wei',
  company_name: 'Lumen Bio',
  company_logo: '',
  product_type: 'Biotech',
  summary: 'Enzymes that eat plastic.',
  start_date_raw: '2099-11-24T15:00:00Z',
  start_zone: 'America/New_York',
  end_date_raw: '2099-11-24T16:00:00Z',
  state: 'delivered',
  spotlight: false,
  attends_by: 'invitation',
  asked_amount: '$2,000,000',
  commit_until: null,
  money_amount: '',
  select: null,
  may_put_aside: true,
  ...more,
})
const own = (more: object = {}) => ({
  ...pitch(),
  ...{ put_aside: null, is_watchable: false, may_commit: false, accreditation_gap: '' },
  attention: { reading: 75, live: 0, replay: 0 },
  ...more,
})
const lists = (items: readonly DashboardPitch[], lit: readonly DashboardPitch[] = []): Answers => ({
  ...signedInAs('vc'),
  getAllUpcomingPitches: ({ spotlight }) => {
    const shown = spotlight === '1' ? lit : items
    return { items: [...shown], total: shown.length }
  },
})
const deal = (more: object = {}, detail: object = {}): Answers => ({
  ...signedInAs('vc'),
  getDashboardPitch: () => own(more),
  getPitchDetail: () => pitchDetail({ uuid, part: 'attendee', ...detail }),
})
const page = `/mydashboard/detail/${uuid}`

describe('the dashboard', () => {
  it('[SCREEN-024, SCREEN-025, ROUTE-076] has the spotlight above the pitches that are ahead, and leads into both', async () => {
    const lit = pitch({ uuid: crypto.randomUUID(), presentation_name: 'Series A', spotlight: true })
    await renderAt('/mydashboard/index', lists([pitch(), lit], [lit]))
    const spotlight = within(await screen.findByRole('region', { name: 'Spotlight' }))
    expect(spotlight.getByRole('link', { name: 'Series A' }).getAttribute('href')).toBe(
      `/mydashboard/detail/${lit.uuid}`,
    )
    spotlight.getByText('Enzymes that eat plastic.')
    expect(spotlight.queryByText('Seed round')).toBeNull()
    const ahead = within(await screen.findByRole('region', { name: 'Upcoming pitches' }))
    expect(ahead.getByRole('link', { name: 'Seed round' }).getAttribute('href')).toBe(page)
    expect(ahead.getByRole('link', { name: 'Join: Seed round' }).getAttribute('href')).toBe(`/join-session/${uuid}`)
  })

  it('has no spotlight without pitches in it, and says what to do without any', async () => {
    await renderAt('/mydashboard/index', lists([]))
    await screen.findByText('No upcoming pitches.')
    expect(screen.queryByRole('heading', { name: 'Spotlight' })).toBeNull()
  })

  it('asks again after a failure', async () => {
    let fails = true
    const { user } = await renderAt('/mydashboard/index', {
      ...signedInAs('vc'),
      getAllUpcomingPitches: () => {
        if (fails) throw new CallFailed('Internal')
        return { items: [pitch()], total: 1 }
      },
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    fails = false
    await user.click(again)
    expect(await screen.findByRole('link', { name: 'Join: Seed round' })).toBeTruthy()
  })

  it('[CALL-023] puts a pitch aside, and takes that back at once', async () => {
    const { user, choose, inputOf } = await renderAt('/mydashboard/index', {
      ...lists([pitch()]),
      createNotInterestedInPitch: () => ({}),
      deleteNotInterestedInPitch: () => ({}),
    })
    await screen.findByRole('link', { name: 'Join: Seed round' })
    await choose('Actions for Seed round', 'Not interested')
    await screen.findByText('Seed round is set aside.')
    expect(inputOf('createNotInterestedInPitch')).toEqual({ uuid })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('deleteNotInterestedInPitch')).toEqual({ uuid }))
  })

  it('offers to put aside those pitches alone for which the server takes it', async () => {
    const moderated = pitch({ uuid: crypto.randomUUID(), presentation_name: 'Series A', may_put_aside: false })
    await renderAt('/mydashboard/index', lists([pitch(), moderated]))
    await screen.findByRole('link', { name: 'Join: Series A' })
    screen.getByRole('button', { name: 'Actions for Seed round' })
    expect(screen.queryByRole('button', { name: 'Actions for Series A' })).toBeNull()
  })

  it('[CALL-012, CALL-023] has what was put aside in a list of its own, to be brought back', async () => {
    const aside = { ...pitch(), by: 'aside', aside_time: '2026-11-01T10:00:00Z' }
    const disliked = { ...aside, uuid: crypto.randomUUID(), presentation_name: 'Series B', by: 'dislike' }
    const { user, inputOf } = await renderAt('/mydashboard/index', {
      ...lists([]),
      getNotInterestedInPitchList: () => ({ items: [aside, disliked], total: 2 }),
      deleteNotInterestedInPitch: () => ({}),
    })
    await user.click(await screen.findByRole('tab', { name: 'Not interested' }))
    await screen.findByText('Feedback: Dislike')
    // feedback is changed where it is given
    expect(screen.queryByRole('button', { name: 'Restore Series B' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Restore Seed round' }))
    await screen.findByText('Seed round is back on your dashboard.')
    expect(inputOf('deleteNotInterestedInPitch')).toEqual({ uuid })
  })
})

describe('one pitch of the dashboard', () => {
  it('[ROUTE-077] has the company, its documents, the deadline and what is one’s own, and the way into it', async () => {
    const about_file = { url: '/webapi/documents/x', filename: 'Memo.pdf' }
    const mine = { commit_until: '2099-12-01T04:59:59Z', money_amount: '$50,000', select: 'invest', is_watchable: true }
    await renderAt(page, deal(mine, { about_file }))
    await screen.findByText('Quill writes contracts.')
    expect(screen.getByRole('link', { name: 'Memo.pdf' }).getAttribute('href')).toBe(about_file.url)
    const part = within(screen.getByRole('region', { name: 'Your activity' }))
    for (const said of [/50,000$/, 'Love it and wish to invest', 'Ready to watch', '00:01:15', 'By invitation'])
      part.getByText(said)
    const until = screen.getByRole('region', { name: 'Your activity' }).querySelector('time')
    expect(until?.dateTime).toBe('2099-12-01T04:59:59.000Z')
    const next = within(screen.getByRole('region', { name: 'Next step' }))
    expect(next.getByRole('link', { name: 'Join pitch' }).getAttribute('href')).toBe(`/join-session/${uuid}`)
  })

  it.each([
    [{ state: 'inProgress', may_put_aside: false }, 'The pitch is live.', 'Join pitch', `/join-session/${uuid}`],
    [
      { state: 'over', may_commit: true, commit_until: '2099-12-01T04:59:59Z' },
      /You can commit until/,
      'Commit now',
      `/live/${uuid}`,
    ],
    [{ state: 'over', is_watchable: true }, 'The replay is ready.', 'Watch replay', `/live/${uuid}/replay`],
    [{ state: 'over' }, /What do you think/, 'Give feedback', `/live/${uuid}`],
    [
      { accreditation_gap: 'missing' },
      /for accredited investors only/,
      'Prove accreditation',
      '/investor/accreditation',
    ],
    [
      { accreditation_gap: 'expired' },
      /your accreditation has expired/,
      'Renew accreditation',
      '/investor/accreditation',
    ],
    [
      { accreditation_gap: 'pending' },
      /once your accreditation is approved/,
      'View accreditation',
      '/investor/accreditation',
    ],
    [{ state: 'inProgress', put_aside: 'aside' }, 'The pitch is live.', 'Join pitch', `/join-session/${uuid}`],
    [
      { end_date_raw: '2020-11-24T16:00:00Z' },
      'The scheduled time has passed, and the pitch hasn’t started.',
      'Open waiting page',
      `/join-session/${uuid}`,
    ],
    [{ put_aside: 'dislike' }, /You gave the feedback/, 'Update feedback', `/live/${uuid}`],
  ])('[ROUTE-077] says what comes next: %j', async (more, said, act, address) => {
    await renderAt(page, deal(more))
    const next = within(await screen.findByRole('region', { name: 'Next step' }))
    next.getByText(said)
    expect(next.getByRole('link', { name: act }).getAttribute('href')).toBe(address)
  })

  it.each([
    ['invitation', 'By invitation'],
    ['organization', 'Open to your organization'],
    [null, undefined],
  ])('says how a person attends, where it is by invitation or their organization: %s', async (attends_by, said) => {
    await renderAt(page, deal({ attends_by }))
    const part = within(await screen.findByRole('region', { name: 'Your activity' }))
    expect(part.queryByText('How you attend')?.nextElementSibling?.textContent).toBe(said)
  })

  it('asks for the company again once the pitch has started', async () => {
    const { made } = await renderAt(page, { ...deal({ state: 'inProgress' }, { state: 'delivered' }) })
    const asked = () => made.filter(({ call }) => call === 'getPitchDetail').length
    await waitFor(() => expect(asked()).toBe(2))
  })

  it('[CALL-023] is put aside and brought back on its page', async () => {
    let put_aside: string | null = null
    const { user, inputOf } = await renderAt(page, {
      ...deal(),
      getDashboardPitch: () => own({ put_aside, may_put_aside: put_aside === null }),
      createNotInterestedInPitch: () => {
        put_aside = 'aside'
        return {}
      },
      deleteNotInterestedInPitch: () => {
        put_aside = null
        return {}
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Not interested' }))
    await screen.findByText(/You set this pitch aside/)
    expect(screen.queryByRole('button', { name: 'Not interested' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await screen.findByRole('button', { name: 'Not interested' })
    expect(inputOf('deleteNotInterestedInPitch')).toEqual({ uuid })
  })

  it('says that a pitch is gone', async () => {
    await renderAt(page, {
      ...signedInAs('vc'),
      getDashboardPitch: () => {
        throw new CallFailed('PitchNotFound')
      },
    })
    expect(await screen.findByRole('alert')).toBeTruthy()
  })
})

it('tells those who manage a pitch how many put it aside', async () => {
  const results = (count: number): Answers => ({
    ...signedInAs('presenter'),
    getPitchDetail: () => pitchDetail({ uuid, state: 'over' }),
    getNotInterestedCount: () => ({ count }),
  })
  await renderAt(`/pitch-management/${uuid}`, results(2))
  expect(
    await screen.findByText('2 attendees set this pitch aside before it started. Names aren’t shown.'),
  ).toBeTruthy()
})
