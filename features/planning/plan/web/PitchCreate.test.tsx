import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import type { PitchForm } from './pitchForm.ts'
import { pitchDetail } from './testPitch.ts'

const zone = 'America/New_York'
/** The draft in the browser of a pitch that is filled in. */
function keepDraft(more: Partial<PitchForm> = {}, invitees = '') {
  const form: PitchForm = {
    presentation_name: 'Seed round',
    presenter_name: 'Ada Okafor',
    company_name: 'Quill Co',
    product_type: '',
    keywords: '',
    start: { date: '2031-11-24', time: '22:00', zone },
    end: { date: '2031-11-24', time: '23:00', zone },
    about: '',
    highlights: '',
    dealterms: '',
    co_host: [],
    moderator: [],
    is_public: false,
    show_question: false,
    ...more,
  }
  const value = { form, invitees: { text: invitees, files: [], leftOut: [] }, uploads: [], noFile: true }
  const kept = JSON.stringify({ at: Date.now(), value })
  localStorage.setItem(`rostrum.draft.pitch.new.${person.user_id}`, kept)
}

const server = (more: Answers = {}): Answers => ({
  ...signedInAs('presenter'),
  createPitchByPresenter: () => ({ id: 7, uuid: pitchDetail().uuid }),
  getPitchById: () => pitchDetail(),
  sgGetPitchPagesData: () => ({ status: 'none', total: 0, pages: [] }),
  ...more,
})
const create = (name: string | RegExp = /^Create/) => screen.findByRole('button', { name })
/** The element that a field is described by, whose text says what is wrong. */
const wrongFields = () => [...document.querySelectorAll('[aria-invalid="true"]')]

describe('Create Pitches', () => {
  it('[SCREEN-002, ROUTE-092, RULE-057, RULE-058] says at each field what is missing, and sends nothing', async () => {
    const { user, made } = await renderAt('/pitches/create', server())
    expect(screen.queryByText('Enter a pitch name.')).toBeNull()
    await user.click(await create('Create pitch'))
    await screen.findByText('Enter a pitch name.')
    screen.getByText('Choose a start date and time.')
    screen.getByText('Choose an end date and time.')
    screen.getByText('Add a deck file, or choose to present without slides.')
    expect(document.activeElement).toBe(screen.getByLabelText(/Pitch name/))
    expect(made.some(({ call }) => call === 'createPitchByPresenter')).toBe(false)
  })

  it('says what a recording takes and what is free, and that the server may not make it at that time', async () => {
    keepDraft({ recording: 'start', co_host: ['coco@quill.test'] })
    const getRecordingCapacity = () => ({
      ...{ most: 2, is_taken: true, person_bytes: 825e6, screen_bytes: 1100e6, free_bytes: 45e9, is_filling: false },
    })
    const { user, inputOf } = await renderAt('/pitches/create', server({ getRecordingCapacity }))
    await screen.findByText(/^With 2 people on camera, an hour takes about 1.7 GB; a shared screen adds 1.1 GB/)
    screen.getByText(/records 2 pitches at a time/)
    expect(inputOf('getRecordingCapacity')).toEqual({
      ...{ start: '2031-11-25T03:00:00.000Z', end: '2031-11-25T04:00:00.000Z' },
    })
    await user.click(screen.getByRole('radio', { name: 'Don’t record' }))
    expect(screen.queryByText(/an hour takes about/)).toBeNull()
  })

  it('fills in the presenter and the zone, and an end an hour after the start', async () => {
    const { user } = await renderAt('/pitches/create', server())
    expect((await screen.findByLabelText<HTMLInputElement>(/^Presenter \*/)).value).toBe('Ada Okafor')
    await user.type(screen.getByLabelText('Start: date'), '2031-11-24')
    await user.tab()
    await user.type(screen.getByLabelText('Start: hours'), '10')
    await user.type(screen.getByLabelText('Start: minutes'), '30')
    await user.type(screen.getByLabelText('Start: AM or PM'), 'p')
    await screen.findByText('Duration: 1 hour')
    expect(screen.getByLabelText<HTMLInputElement>('End: hours').value).toBe('11')
    expect(screen.getByLabelText<HTMLInputElement>('End: date').value).toBe('Mon, Nov 24, 2031')
  })

  it('says that no mail was sent where the server sends none, and goes to where the links are', async () => {
    keepDraft({}, 'lin@quill.co')
    const { user, where } = await renderAt(
      '/pitches/create',
      server({
        getRegistrationInfo: () => ({ open: false, sends: false }),
        getPitchAttendeeList: () => ({ items: [], total: 0, answers: { yes: 0, no: 0 } }),
      }),
    )
    await screen.findByText(/^This server doesn’t send email\./)
    await user.click(await create('Create and invite 1 person'))
    await screen.findByText(/This server doesn’t send email. Copy the link for 1 invitee/)
    expect(screen.queryByText(/1 person invited/)).toBeNull()
    await waitFor(() => expect(where.address).toBe('/pitches/view/7?tab=invited'))
  })

  it('keeps a typed day that is invalid or in the past, and says why it is wrong', async () => {
    const { user, made } = await renderAt('/pitches/create', server())
    const day = await screen.findByLabelText<HTMLInputElement>('Start: date')
    await user.type(day, '31.2.2031')
    await user.tab()
    await screen.findByText(/^Enter a date, for example Nov 24, 2026\./)
    expect(day.value).toBe('31.2.2031')
    await user.clear(day)
    await user.type(day, '2020-01-02')
    await user.tab()
    await screen.findByText('The start time has passed. Choose a later time.')
    expect(day.value).toBe('Thu, Jan 2, 2020')
    const until = screen.getByLabelText<HTMLInputElement>('Commitment deadline')
    await user.type(until, 'next week')
    await user.tab()
    expect(until.value).toBe('next week')
    await user.click(await create('Create pitch'))
    expect((await screen.findAllByText(/^Enter a date, for example Nov 24, 2026\./)).length).toBe(1)
    expect(made.some(({ call }) => call === 'createPitchByPresenter')).toBe(false)
  })

  it("counts today on the pitch's clocks, not on this device's", async () => {
    vi.useFakeTimers({ now: new Date('2031-11-24T12:00:00Z'), toFake: ['Date'] })
    // there it is the 25th already
    keepDraft({ start: { date: '', time: '', zone: 'Pacific/Kiritimati' }, end: { date: '', time: '', zone } })
    const { user } = await renderAt('/pitches/create', server())
    await user.click(await screen.findByLabelText('Start: date'))
    const before = await screen.findByRole('button', { name: /24 November 2031/ })
    expect(before.hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('button', { name: /25 November 2031/ }).hasAttribute('disabled')).toBe(false)
    vi.useRealTimers()
  })

  it("takes a typed day for today by the pitch's clocks, on a device that has the next day already", async () => {
    const before = process.env['TZ']
    process.env['TZ'] = 'Asia/Tokyo'
    vi.useFakeTimers({ now: new Date('2031-11-25T05:30:00Z'), toFake: ['Date'] })
    try {
      const there = 'America/Los_Angeles'
      keepDraft({ start: { date: '', time: '', zone: there }, end: { date: '', time: '', zone: there } })
      const { user } = await renderAt('/pitches/create', server())
      const field = await screen.findByLabelText<HTMLInputElement>('Start: date')
      await user.fill(field, '2031-11-24')
      await user.tab()
      expect(field.value).toBe('Mon, Nov 24, 2031')
      // it waits for the time before it calls one missing
      expect(screen.queryByText('Choose a start date and time.')).toBeNull()
      await user.clear(field)
      await user.fill(field, '2031-11-23')
      await user.tab()
      await screen.findByText('The start time has passed. Choose a later time.')
    } finally {
      vi.useRealTimers()
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  it('says that the time is missing once the person has left the day and the time, and not before', async () => {
    const { user } = await renderAt('/pitches/create', server())
    await user.type(await screen.findByLabelText('Start: date'), '2031-11-24')
    await user.tab()
    expect(screen.queryByText('Choose a start date and time.')).toBeNull()
    await user.click(screen.getByLabelText('Keywords'))
    await screen.findByText('Choose a start date and time.')
  })

  it('leads to a missing day without opening the calendar over it', async () => {
    keepDraft({ start: { date: '', time: '', zone }, end: { date: '', time: '', zone } })
    const { user } = await renderAt('/pitches/create', server())
    await user.click(await create())
    await screen.findByText('Choose a start date and time.')
    expect(document.activeElement).toBe(screen.getByLabelText('Start: date'))
    expect(document.querySelector('[data-dates-dropdown]')).toBeNull()
    await user.click(screen.getByLabelText('Start: date'))
    await waitFor(() => expect(document.querySelector('[data-dates-dropdown]')).not.toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.querySelector('[data-dates-dropdown]')).toBeNull())
  })

  it('takes amounts as people write them, in each of its fields', async () => {
    keepDraft()
    const { user, inputOf } = await renderAt('/pitches/create', server())
    await user.fill(await screen.findByLabelText('Target raise'), '1.5m')
    await user.type(screen.getByLabelText('Minimum commitment'), '10k')
    await user.tab()
    expect(screen.getByLabelText<HTMLInputElement>('Target raise').value).toBe('US$1,500,000')
    await user.click(await create())
    await screen.findByText('Pitch created.')
    expect(inputOf('createPitchByPresenter')).toMatchObject({
      asked_amount: '$1,500,000',
      minimum_commitment: '$10,000',
    })
  })

  it('closes the list of times by Escape, and opens it again by a click', async () => {
    const { user } = await renderAt('/pitches/create', server())
    const hours = await screen.findByLabelText('Start: hours')
    await user.click(hours)
    await waitFor(() => expect(document.querySelector('.mantine-TimePicker-dropdown')).not.toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.querySelector('.mantine-TimePicker-dropdown')).toBeNull())
    await user.click(hours)
    await waitFor(() => expect(document.querySelector('.mantine-TimePicker-dropdown')).not.toBeNull())
  })

  it('[STATE-091] plans a pitch whose investors do not see each other', async () => {
    keepDraft()
    const { user, inputOf } = await renderAt('/pitches/create', server())
    const names = await screen.findByLabelText<HTMLInputElement>(/Investors can see each other’s names/)
    expect(names.checked).toBe(true)
    await user.click(names)
    await user.click(await create())
    await screen.findByText('Pitch created.')
    expect(inputOf('createPitchByPresenter')).toMatchObject({ show_names: '0' })
  })

  it('plans a pitch with a watermark', async () => {
    keepDraft()
    const { user, inputOf } = await renderAt('/pitches/create', server())
    const watermark = await screen.findByLabelText<HTMLInputElement>(/Watermark slides and replay/)
    expect(watermark.checked).toBe(false)
    await user.click(watermark)
    await user.click(await create())
    await screen.findByText('Pitch created.')
    expect(inputOf('createPitchByPresenter')).toMatchObject({ watermark: '1' })
  })

  it('[ENT-004, RULE-093] sends the form as the wire has it, invites, and goes to the new pitch', async () => {
    keepDraft({ co_host: ['carl@quill.example', 'mona@quill.example'] }, 'Grace Hopper <grace@quill.co>, lin@quill.co')
    const { user, where, inputOf } = await renderAt('/pitches/create', server())
    await user.click(await create('Create and invite 2 people'))
    await waitFor(() => expect(where.address).toBe('/pitches/view/7'))
    expect(inputOf('createPitchByPresenter')).toMatchObject({
      presentation_name: 'Seed round',
      start_date: '11/24/2031',
      start_time: '10:00',
      start_noon: 'PM',
      start_zone: zone,
      end_time: '11:00',
      co_host: 'carl@quill.example,mona@quill.example',
      is_public: '0',
      no_file: '1',
      attendees_arr: JSON.stringify([
        { email: 'grace@quill.co', firstname: 'Grace', lastname: 'Hopper' },
        { email: 'lin@quill.co', firstname: '', lastname: '' },
      ]),
    })
    expect(localStorage.getItem(`rostrum.draft.pitch.new.${person.user_id}`)).toBeNull()
    await screen.findByText('Pitch created and 2 people invited.')
  })

  it.each([
    ['RULE-059', 'is earlier than', '21:59'],
    ['RULE-060', 'is', '22:00'],
  ])('[%s] says at once, at the end, that it %s the start', async (_, __, time) => {
    keepDraft({ end: { date: '2031-11-24', time, zone } })
    const { user, made } = await renderAt('/pitches/create', server())
    await screen.findByText('The end must be after the start. Choose a later end.')
    await user.click(await create())
    expect(made.some(({ call }) => call === 'createPitchByPresenter')).toBe(false)
  })

  it('[RULE-064] says at the moderators that one of them is the co-host', async () => {
    keepDraft({ co_host: ['carl@quill.example'], moderator: ['Carl@quill.example'] })
    await renderAt('/pitches/create', server())
    await screen.findByText('Presenter, co-hosts, and moderators must be different people.')
    expect(wrongFields()).toEqual([screen.getByLabelText('Moderators', { selector: 'input' })])
  })

  it('[RULE-031] takes several addresses at once, separated by commas', async () => {
    const { user } = await renderAt('/pitches/create', server())
    await user.click(await screen.findByLabelText('Co-hosts', { selector: 'input' }))
    await user.paste('carl@quill.example, mona@quill.example')
    await user.tab()
    await screen.findByText('carl@quill.example')
    expect(screen.getByText('mona@quill.example')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Co-hosts', { selector: 'input' }).value).toBe('')
  })

  it("places the server's refusals at their fields, and loses nothing", async () => {
    keepDraft()
    let code: 'PeopleNotDistinct' | 'InputInvalid' | 'Unavailable' = 'PeopleNotDistinct'
    const { user } = await renderAt(
      '/pitches/create',
      server({
        createPitchByPresenter: () => {
          throw new CallFailed(code, code === 'InputInvalid' ? { start_time: 'time', keywords: 'too_big' } : undefined)
        },
      }),
    )
    await user.click(await create())
    await screen.findByText('Presenter, co-hosts, and moderators must be different people.')
    expect(wrongFields()).toEqual([screen.getByLabelText('Co-hosts', { selector: 'input' })])

    code = 'InputInvalid'
    await user.click(await create())
    await screen.findByText('This is too long or too large.')
    expect(wrongFields()).toContain(screen.getByLabelText('Keywords'))
    expect(screen.getByLabelText<HTMLInputElement>(/Pitch name/).value).toBe('Seed round')
    expect(localStorage.getItem(`rostrum.draft.pitch.new.${person.user_id}`)).toContain('Seed round')
  })

  it('begins with the draft of the last visit, and discards it', async () => {
    keepDraft({ presentation_name: 'Yesterday' })
    const { user } = await renderAt('/pitches/create', server())
    await screen.findByDisplayValue('Yesterday')
    await user.click(screen.getByRole('button', { name: 'Discard draft' }))
    await waitFor(() => expect(screen.queryByDisplayValue('Yesterday')).toBeNull())
  })

  it('[RULE-083, RULE-084] previews a CSV: who will be invited, which lines are wrong and why', async () => {
    const { user } = await renderAt('/pitches/create', server())
    await screen.findByText('Choose CSV file')
    const input = document.querySelector<HTMLInputElement>('input[type="file"][accept*=".csv"]') as HTMLInputElement
    const csv = '\uFEFFEmail;First name\nada@quill.co;Ada\n"lin@quill.co";=1+1\nnobody;Bo\nada@quill.co;Ada'
    await user.upload(input, new File([csv], 'people.csv', { type: 'text/csv' }))
    await screen.findByText('1 person will be invited')
    const wrong = screen.getByRole('list', { name: 'Skipped lines' })
    expect(
      within(wrong)
        .getAllByRole('listitem')
        .map(line => line.textContent),
    ).toEqual([
      'people.csv, line 3lin@quill.co =1+1This looks like a formula, not a name.',
      'people.csv, line 4nobody BoEnter an email address, for example name@example.com.',
      'people.csv, line 5ada@quill.co AdaDuplicate',
    ])
    await user.click(screen.getByRole('button', { name: 'Exclude ada@quill.co' }))
    await screen.findByText('1 person excluded.')
    await create('Create pitch')
  })
})
