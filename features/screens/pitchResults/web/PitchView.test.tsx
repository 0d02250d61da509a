import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const page = (number: number) => ({
  page: number,
  file_id: '00000000-0000-4000-8000-0000000000f1',
  url: `/decks/${number}/large`,
  medium_url: `/decks/${number}/medium`,
  thumb_url: `/decks/${number}/thumb`,
  width: 1920,
  height: 1080,
  text: `What slide ${number} says`,
})
const stay = {
  user_id: '00000000-0000-4000-8000-0000000000b1',
  name: 'Grace Hopper',
  email: 'grace@quill.co',
  joined_at: '2026-11-24T15:00:00.000Z',
  left_at: '2026-11-24T15:42:10.000Z',
  seconds: 2530,
  pages: [
    { page: 1, seconds: 30 },
    { page: 3, seconds: 400 },
  ],
}
const over = pitchDetail({
  state: 'over',
  status: 4,
  real_start_time: '2026-11-24T15:00:00.000Z',
  real_end_time: '2026-11-24T15:58:00.000Z',
})
const kept = { statement: 'Not binding.', statement_version: 0, statement_language: 'en' } as const
const made = {
  id: '00000000-0000-4000-8000-0000000000d1',
  user_id: stay.user_id,
  name: stay.name,
  email: stay.email,
  money_amount: '$25,000',
  initials: 'GH',
  ...kept,
  at: '2026-11-24T15:50:00.000Z',
}
const server = (pitch = pitchDetail()): Answers => ({
  ...signedInAs('presenter'),
  getPitchById: () => pitch,
  getPitchDetail: () => pitch,
  sgGetPitchPagesData: () => ({ status: 'ready', total: 3, pages: [page(1), page(2), page(3)] }),
  getPitchAttendeeList: () => ({ items: [], total: 0, answers: { yes: 0, no: 0 } }),
  getPitchAttendance: () => ({ items: [stay], total: 1 }),
  getAttendeeFeedbackList: () => ({
    items: [
      {
        id: '00000000-0000-4000-8000-0000000000c1',
        user_id: stay.user_id,
        name: stay.name,
        email: stay.email,
        select: 'invest',
        note: 'Call me <b>soon</b>',
        contact: '+1 212',
        at: '2026-11-24T15:50:00.000Z',
      },
    ],
    total: 1,
    counts: { dislike: 1, unsure: 0, invest: 3 },
  }),
  getCommitmentList: () => ({
    items: [made],
    total: 1,
    sum: '$25,000',
    withdrawn: [],
    statements: [{ ...kept, count: 1 }],
  }),
  sgGetPitchCaptionL: () => ({ languages: ['en', 'ja'], spoken: ['en'], translated: ['ja'], translation: 'on' }),
  exportPitchCaptions: ({ language }) => ({ filename: `seed-${language ?? 'en'}.vtt`, vtt: 'WEBVTT' }),
  exportPitchReport: ({ kind }) => ({ filename: `${kind}.csv`, csv: 'Name\r\nGrace Hopper' }),
})

describe('View Pitches', () => {
  it('[SCREEN-003, ROUTE-106, NAV-012] shows a pitch by the number in its address: texts, slides, the way in', async () => {
    const { user, inputOf } = await renderAt('/pitches/view/7', server())
    await screen.findByRole('heading', { name: 'Seed round' })
    expect(inputOf('getPitchById')).toEqual({ id: '7' })
    screen.getByText('Forty firms pay us.')
    screen.getByText('Carl Moss')
    expect(screen.getByRole('link', { name: 'Enter room' }).getAttribute('href')).toBe(
      `/join-session/${pitchDetail().uuid}`,
    )
    await user.click(await screen.findByRole('button', { name: /3/ }))
    await screen.findByRole('img', { name: 'What slide 3 says' })
    expect(screen.queryByRole('tab', { name: 'Feedback' })).toBeNull()
  })

  it('[ENT-024, ENT-027] shows by label keyword, pitch file, assignee and team by name, when it was created and changed', async () => {
    await renderAt('/pitches/view/7', server(pitchDetail({ moderator: ['mona@else.example'] })))
    const fact = async (label: string) => (await screen.findByText(label)).nextElementSibling
    expect((await fact('Keywords'))?.textContent).toBe('legal')
    expect((await fact('Deck'))?.textContent).toBe('quill-seed.pptx')
    expect((await fact('Assigned to'))?.textContent).toBe('Ada Okafor')
    expect((await fact('Co-hosts'))?.textContent).toBe('Carl Moss')
    expect((await fact('Moderators'))?.textContent).toBe('mona@else.example')
    for (const label of ['Created', 'Last updated'])
      expect((await fact(label))?.querySelector('time')?.dateTime).toBe('2026-11-01T10:00:00.000Z')
  })

  it.each([
    [true, 'Quill Co Verified enterprise'],
    [false, 'Quill Co'],
  ])('[STATE-085] shows beside the company whether it was verified: %s', async (company_verified, shown) => {
    await renderAt('/pitches/view/7', server(pitchDetail({ company_verified })))
    expect((await screen.findByText('Company')).nextElementSibling?.textContent?.trim()).toBe(shown)
  })

  it('shows the team by address where an older server names nobody', async () => {
    const { team_names: _names, ...older } = pitchDetail({ co_host: ['carl@quill.example'] })
    await renderAt('/pitches/view/7', server(older as ReturnType<typeof pitchDetail>))
    expect(await screen.findByText('carl@quill.example')).toBeTruthy()
  })

  it('says that a pitch is not there', async () => {
    await renderAt('/pitches/view/7', {
      ...server(),
      getPitchById: () => {
        throw new CallFailed('PitchNotFound')
      },
    })
    await screen.findByText('This pitch doesn’t exist, or you don’t have access to it.')
    expect(screen.queryByRole('button', { name: /^(Edit|Delete)/ })).toBeNull()
  })

  it('offers a moderator the room, and no action of the presenters', async () => {
    await renderAt('/pitches/view/7', server(pitchDetail({ part: 'moderator' })))
    await screen.findByRole('link', { name: 'Enter room' })
    for (const name of ['Edit', 'Invite', 'Manage deck']) expect(screen.queryByRole('link', { name })).toBeNull()
    expect(screen.queryByRole('tab', { name: /Invited/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete pitch' })).toBeNull()
  })

  it('shows after the pitch what came of it', async () => {
    const { user, where } = await renderAt('/pitches/view/7', server(over))
    await user.click(await screen.findByRole('tab', { name: 'Commitments' }))
    expect(where.address).toBe('/pitches/view/7?tab=commitments')
    await screen.findByText('Committed by 1 investor')
    expect(screen.getAllByText('US$25,000').length).toBeGreaterThan(1)
    expect(screen.getByText('Not binding.').lang).toBe('en')
    expect(screen.queryByRole('columnheader', { name: 'Statement' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Enter room' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  })
})

describe('the results of a pitch', () => {
  it('number the statements under which commitments were made, when there are several, and say of which there was none', async () => {
    const none = { statement: '', statement_version: null, statement_language: null }
    await renderAt(`/pitch-management/${over.uuid}?tab=commitments`, {
      ...server(over),
      getCommitmentList: () => ({
        items: [{ ...made, ...none, id: person.user_id, initials: 'AA' }, made],
        ...{ total: 2, sum: '$50,000', seats: { most: 12, left: 3 } },
        withdrawn: [],
        statements: [
          { ...kept, count: 1 },
          { ...none, count: 1 },
        ],
      }),
    })
    expect((await screen.findByText('AA')).closest('tr')?.textContent).toMatch(/AA2/)
    expect(screen.getByText('GH').closest('tr')?.textContent).toMatch(/GH1/)
    expect(screen.getByText('3 of 12 left')).toBeTruthy()
    expect(screen.getByText('Not binding.')).toBeTruthy()
    expect(screen.getByText('Made before commitments had a statement.')).toBeTruthy()
  })

  it('show attendance: joined, left, how long, and the seconds on each slide', async () => {
    await renderAt(`/pitch-management/${over.uuid}`, server(over))
    const row = (await screen.findByText('grace@quill.co')).closest('tr') as HTMLElement
    expect(row.textContent).toContain('00:42:10')
    const slides = within(row).getByRole('list', { name: 'Seconds per slide' })
    await waitFor(() =>
      expect(
        within(slides)
          .getAllByRole('listitem')
          .map(slide => slide.textContent),
      ).toEqual(['Slide 1: 30 sec', 'Slide 2: 0 sec', 'Slide 3: 400 sec']),
    )
  })

  it('[PROD-015, STATE-052, STATE-053, STATE-054] show feedback: how many chose what, and the words as text', async () => {
    const { user, inputOf } = await renderAt(`/pitch-management/${over.uuid}?tab=feedback`, server(over))
    const note = await screen.findByText('Call me <b>soon</b>')
    expect(note.querySelector('b')).toBeNull()
    const counts = [...document.querySelectorAll('.feedback-counts li')].map(line => line.textContent)
    expect(counts).toEqual(['Love it and wish to invest375%', 'Like but unsure00%', 'Dislike125%'])
    await user.click(screen.getByRole('combobox', { name: 'Choice' }))
    await user.click(await screen.findByRole('option', { name: 'Dislike' }))
    await waitFor(() => expect(inputOf('getAttendeeFeedbackList')).toMatchObject({ select: 'dislike' }))
  })

  it.each(['attendance', 'feedback', 'commitments'])('are saved as CSV: %s', async tab => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user, inputOf } = await renderAt(`/pitch-management/${over.uuid}?tab=${tab}`, server(over))
    await user.click(await screen.findByRole('button', { name: /^Export/ }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(inputOf('exportPitchReport')).toEqual({ uuid: over.uuid, kind: tab })
    const [file] = saved.mock.calls[0] ?? []
    expect(await (file as Blob).text()).toContain('Grace Hopper')
    vi.restoreAllMocks()
  })

  it('are saved as WebVTT: as spoken, or in a language that the captions were translated into', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user, inputOf } = await renderAt(`/pitch-management/${over.uuid}`, server(over))
    await user.click(await screen.findByRole('combobox', { name: 'Captions in' }))
    await user.click(await screen.findByRole('option', { name: 'Japanese' }))
    await user.click(screen.getByRole('button', { name: 'Captions (WebVTT)' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(inputOf('exportPitchCaptions')).toEqual({ uuid: over.uuid, language: 'ja' })
    vi.restoreAllMocks()
  })
})

describe('Edit Pitches', () => {
  it.each([
    ['[SCREEN-004, ROUTE-107, NAV-013]', '/pitches/edit/7'],
    ['[ROUTE-100]', `/pitches/editdetail/${pitchDetail().uuid}`],
    ['[ROUTE-101]', `/pitches/editdetailbyadmin/${pitchDetail().uuid}`],
  ])('%s changes a pitch at %s', async (_, address) => {
    const { user, where, inputOf } = await renderAt(address, { ...server(), updatePitch: () => ({}) })
    const name = await screen.findByDisplayValue('Seed round')
    expect(screen.getByRole('heading', { level: 1, name: 'Edit pitch' })).toBeTruthy()
    await waitFor(() => expect(document.title).toMatch(/^Edit pitch/))
    await user.clear(name)
    await user.fill(name, 'Bridge')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(where.address).toBe('/pitches/view/7'))
    expect(inputOf('updatePitch')).toMatchObject({
      uuid: pitchDetail().uuid,
      presentation_name: 'Bridge',
      start_date: '11/24/2031',
      start_time: '10:00',
      start_noon: 'AM',
      start_zone: 'America/New_York',
      co_host: 'carl@quill.example',
    })
  })

  it('refuses a pitch that has begun', async () => {
    await renderAt('/pitches/edit/7', server(over))
    await screen.findByText(/This pitch has started or ended/)
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  })

  it('says the address of a person without a name once', async () => {
    const nameless = { ...stay, name: stay.email }
    await renderAt('/pitches/view/7?tab=attendance', {
      ...server(over),
      getPitchAttendance: () => ({ items: [nameless], total: 1 }),
    })
    expect((await screen.findAllByText(stay.email)).map(({ tagName }) => tagName)).toEqual(['STRONG'])
  })
})
