import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import type { ScheduledSend } from '../contract.ts'

const { uuid } = pitchDetail()
const send = (more: Partial<ScheduledSend> = {}): ScheduledSend => ({
  id: '00000000-0000-4000-8000-000000000009',
  uuid,
  kind: 'invitation',
  minutes_before: null,
  presentation_name: 'Seed round',
  pitch_id: 7,
  start_date_raw: '2031-11-24T15:00:00.000Z',
  start_zone: 'America/New_York',
  scheduled_send_date: '11/23/2031',
  scheduled_send_time: '09:00',
  scheduled_send_noon: 'AM',
  scheduled_send_zone: 'America/New_York',
  send_at: '2031-11-23T14:00:00.000Z',
  attendees: 2,
  state: 'waiting',
  reason: '',
  sent_at: null,
  suppressed: 0,
  waiting: 0,
  lists: 0,
  left_out: 0,
  missing_lists: 0,
  created_by: 'Ada Okafor',
  org_name: 'Fund',
  ...more,
})
const people = [
  { email: 'grace@fund.example', firstname: 'Grace', lastname: 'Hopper' },
  { email: 'lin@fund.example', firstname: '', lastname: '' },
]
const now = { is_send_now: false, version: 'seen' }
const server = (sends: ScheduledSend[], more: Answers = {}): Answers => ({
  ...signedInAs('presenter'),
  getSchedulePitchList: () => ({ items: sends, total: sends.length }),
  getSchedulePitch: () => ({ ...send(), attendees_arr: people, list_ids: [], others_list_ids: [], ...now }),
  updateSchedulePitch: () => ({ id: send().id, state: 'waiting', invited: 0, suppressed: 0, waiting: 0 }),
  cancelSchedulePitch: () => ({}),
  ...more,
})
const open = (sends: ScheduledSend[], more: Answers = {}) => renderAt('/pitches/scheduled', server(sends, more))
const ids = { id: send().id, uuid }

// the first tests would spend their time on loading the screens
beforeAll(async () => {
  await import('./ScheduledEmails.tsx')
  await import('./PitchInvite.tsx')
}, 120_000)

describe('Scheduled emails', () => {
  it('[SCREEN-037] shows what goes out to how many people and when, and why something did not', async () => {
    await open([
      send(),
      send({ id: '00000000-0000-4000-8000-000000000010', state: 'skipped', reason: 'locked' }),
      send({ id: '00000000-0000-4000-8000-000000000011', state: 'sent', suppressed: 1, waiting: 3 }),
    ])
    await screen.findAllByText('Seed round', {}, { timeout: 10_000 })
    const [, first, second, third] = screen.getAllByRole('row')
    expect(first?.textContent).toMatch(/Seed round.*2 people.*To be sent.*Ada Okafor/)
    expect(second?.textContent).toContain('Not sent')
    expect(second?.textContent).toContain('The pitch was locked.')
    expect(third?.textContent).toContain('1 is on a suppression list')
    expect(third?.textContent).toContain('3 will be invited once the pitch is approved')
  })

  it('[CALL-041] changes the moment and the people', async () => {
    const { user, choose, inputOf } = await open([send()])
    await screen.findByText('Seed round')
    await choose('Actions for Seed round', 'Change')
    const drawer = await screen.findByRole('dialog')
    const list = await within(drawer).findByLabelText(/People to invite/)
    const day = within(drawer).getByRole('textbox', { name: 'Sending time: date' })
    await waitFor(() => expect(document.activeElement).toBe(day))
    // the calendar waits until it is asked for
    expect(within(drawer).queryByRole('table')).toBeNull()
    expect((list as HTMLTextAreaElement).value).toBe('Grace Hopper <grace@fund.example>\nlin@fund.example')
    await user.clear(list)
    await user.click(list)
    await user.paste('new@fund.example')
    await user.click(within(drawer).getByRole('button', { name: 'Save changes' }))
    await screen.findByText(/Invitations to “Seed round” go out/)
    expect(inputOf('updateSchedulePitch')).toMatchObject({
      ...ids,
      scheduled_send_date: '11/23/2031',
      attendees_arr: expect.stringMatching(/^\[\{"email":"new@fund.example"[^{]*\}\]$/),
    })
  })

  it('leaves each person their language, and takes in what others have changed meanwhile', async () => {
    const [grace, lin] = people.map((one, at) => ({ ...one, language: at === 0 ? ('zh-Hans' as const) : undefined }))
    let goal = { attendees_arr: [grace, lin], version: 'seen' }
    const { user, choose, inputOf } = await open([send()], {
      getSchedulePitch: () => ({ ...send(), list_ids: [], others_list_ids: [], ...now, ...goal }),
      updateSchedulePitch: input => {
        if (input['version'] !== goal.version) throw new CallFailed('ScheduleChanged')
        return { id: send().id, state: 'waiting', invited: 0, suppressed: 0, waiting: 0 }
      },
    })
    await screen.findByText('Seed round')
    await choose('Actions for Seed round', 'Change')
    const drawer = within(await screen.findByRole('dialog', { name: 'Change scheduled email' }))
    const list = await drawer.findByLabelText<HTMLTextAreaElement>(/People to invite/)
    await user.click(list)
    await user.paste('\ntyped@fund.example')
    const added = { email: 'added@fund.example', firstname: '', lastname: '', language: undefined }
    goal = { attendees_arr: [grace, added], version: 'newer' }
    await user.click(drawer.getByRole('button', { name: 'Save changes' }))
    expect(await drawer.findByText('Added: added@fund.example')).toBeTruthy()
    expect(drawer.getByText('Removed: lin@fund.example')).toBeTruthy()
    await user.click(drawer.getByRole('button', { name: 'Apply changes' }))
    await user.click(drawer.getByRole('button', { name: 'Save changes' }))
    await screen.findByText(/Invitations to “Seed round” go out/)
    const sent = JSON.parse(String(inputOf('updateSchedulePitch')?.['attendees_arr']))
    expect(sent.map(({ email, language }: typeof added) => [email, language])).toEqual([
      ['grace@fund.example', 'zh-Hans'],
      ['typed@fund.example', undefined],
      ['added@fund.example', undefined],
    ])
  })

  it('takes contact lists: says whom they reach, changes them, and leaves those of others as they are', async () => {
    const [mine, others] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2']
    const { user, choose, inputOf } = await open([send({ attendees: 0, lists: 2, left_out: 4, missing_lists: 1 })], {
      getSchedulePitch: () => ({
        ...send({ attendees: 0, lists: 2 }),
        ...{ attendees_arr: [], list_ids: [mine, others], others_list_ids: [others], ...now },
      }),
      getListList: () => ({ items: [{ id: mine, list_name: 'Angels', members: 9 }], total: 1 }),
      countListPeople: () => ({ people: 7, members: 9, twice: 1, known: 0, suppressed: 1, disabled: 0 }),
    })
    await screen.findByText('Seed round')
    expect(screen.getByRole('cell', { name: '2 contact lists' })).toBeTruthy()
    expect(screen.getByText('4 not invited: suppressed address or disabled account')).toBeTruthy()
    expect(screen.getByText('1 contact list was no longer available')).toBeTruthy()
    await choose('Actions for Seed round', 'Send now')
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('These will be invited to “Seed round” right away: 2 contact lists.')
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await choose('Actions for Seed round', 'Change')
    const drawer = within(await screen.findByRole('dialog', { name: 'Change scheduled email' }))
    expect((await drawer.findAllByText('Angels (9 people)')).length).toBeGreaterThan(0)
    expect(drawer.getAllByText('Chosen by someone else').length).toBeGreaterThan(0)
    expect(
      await drawer.findByText('7 people from these lists. Left out: 1 listed twice and 1 suppressed.'),
    ).toBeTruthy()
    expect(inputOf('countListPeople')).toMatchObject({ list_ids: JSON.stringify([mine]), uuid })
    await user.click(drawer.getByLabelText(/People to invite/))
    await user.paste('new@fund.example')
    await user.click(drawer.getByRole('button', { name: 'Save changes' }))
    await screen.findByText(/Invitations to “Seed round” go out/)
    expect(inputOf('updateSchedulePitch')).toMatchObject({ list_ids: JSON.stringify([mine, others]) })
  })

  it('[CALL-042] cancels after a question, and takes that back', async () => {
    const { user, choose, inputOf } = await open([send()])
    await screen.findByText('Seed round')
    await choose('Actions for Seed round', 'Cancel sending')
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('2 people won’t be invited')
    await user.click(within(question).getByRole('button', { name: 'Cancel sending' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(inputOf('cancelSchedulePitch')).toMatchObject(ids)
    expect(inputOf('updateSchedulePitch')).toMatchObject({ ...ids, scheduled_send_time: '09:00' })
  })

  it('sends now after a question', async () => {
    const { user, choose, inputOf } = await open([send()])
    await screen.findByText('Seed round')
    await choose('Actions for Seed round', 'Send now')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send now' }))
    await screen.findByText(/are on their way/)
    expect(inputOf('updateSchedulePitch')).toMatchObject({ ...ids, is_send_now: '1' })
  })

  it('says what to do when there are none', async () => {
    await open([])
    expect(await screen.findByText('No scheduled emails.')).toBeTruthy()
    expect(screen.getByText(/choose a later time/)).toBeTruthy()
  })
})

describe('Invite Pitches', () => {
  it('adds people to the invitations that wait, without reading them before', async () => {
    const { user, inputOf, made } = await renderAt(`/pitches/invite/${uuid}`, {
      ...server([]),
      getPitchDetail: () => pitchDetail({ send_later: true }),
      getPitchAttendeeList: () => ({ items: [], total: 0, answers: { yes: 0, no: 0 } }),
      getWaitingInviteeList: () => ({ items: [], total: 0 }),
      getListList: () => ({ items: [], total: 0 }),
      addToSchedulePitch: () => ({ people: 1, lists: 0 }),
    })
    await user.click(await screen.findByLabelText('People to invite'))
    await user.paste('grace@fund.example')
    await user.click(await screen.findByRole('radio', { name: /Later/ }))
    await user.click(await screen.findByRole('button', { name: 'Add 1 person' }))
    await screen.findByText('1 person added to the scheduled invitations.')
    expect(inputOf('addToSchedulePitch')).toMatchObject({
      uuid,
      attendees_arr: expect.stringContaining('"grace@fund.example"'),
    })
    expect(made.some(({ call }) => call === 'updateSendLaterAttendees')).toBe(false)
  })

  it('plans invitations of contact lists alone', async () => {
    const id = '00000000-0000-4000-8000-0000000000a1'
    const { user, inputOf } = await renderAt(`/pitches/invite/${uuid}`, {
      ...server([]),
      getPitchDetail: () => pitchDetail(),
      getPitchAttendeeList: () => ({ items: [], total: 0, answers: { yes: 0, no: 0 } }),
      getWaitingInviteeList: () => ({ items: [], total: 0 }),
      getListList: () => ({ items: [{ id, list_name: 'Angels', members: 9 }], total: 1 }),
      countListPeople: () => ({ people: 7, members: 9, twice: 2, known: 0, suppressed: 0, disabled: 0 }),
      schedulePitch: () => ({ id, state: 'waiting', invited: 0, suppressed: 0, waiting: 0, left_out: 0 }),
    })
    await user.click(await screen.findByRole('radio', { name: 'Later' }))
    await user.click(screen.getByRole('combobox', { name: /Contact lists/ }))
    await user.click(await screen.findByRole('option', { name: 'Angels (9 people)' }))
    await user.click(await screen.findByRole('button', { name: 'Schedule for 7 people' }))
    await screen.findByText(/Invitations go out .* to 1 contact list\./)
    expect(inputOf('schedulePitch')).toMatchObject({
      uuid,
      list_ids: JSON.stringify([id]),
      scheduled_send_zone: 'America/New_York',
    })
  })

  it('[CALL-031, RULE-063] plans invitations, and says at once when the moment is not before the start', async () => {
    const { user, inputOf } = await renderAt(`/pitches/invite/${uuid}`, {
      ...server([]),
      getPitchDetail: () => pitchDetail(),
      getPitchAttendeeList: () => ({ items: [], total: 0, answers: { yes: 0, no: 0 } }),
      getWaitingInviteeList: () => ({ items: [], total: 0 }),
      schedulePitch: () => ({ id: ids.id, state: 'waiting', invited: 0, suppressed: 0, waiting: 0, left_out: 0 }),
    })
    await user.click(await screen.findByLabelText('People to invite'))
    await user.paste('grace@fund.example')
    await user.click(screen.getByRole('radio', { name: 'Later' }))
    const day = screen.getByRole('textbox', { name: 'Sending time: date' })
    await user.clear(day)
    await user.type(day, 'Nov 25, 2031')
    await user.tab()
    await screen.findByText('Choose a time before the pitch starts.')
    await user.clear(day)
    await user.type(day, 'Nov 23, 2031')
    await user.tab()
    await user.click(screen.getByRole('button', { name: 'Schedule for 1 person' }))
    await screen.findByText(/1 person will be invited/)
    expect(inputOf('schedulePitch')).toMatchObject({
      uuid,
      attendees_arr: expect.stringContaining('"grace@fund.example"'),
      scheduled_send_date: '11/23/2031',
      scheduled_send_zone: 'America/New_York',
    })
  })
})
