import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const { uuid } = pitchDetail()
const attendee = (email: string) => ({
  ...{ id: '00000000-0000-4000-8000-000000000001', email, firstname: '', lastname: '', delivery: 'sent' as const },
  ...{ failure: null, held_by: null, invited_at: '2026-11-20T10:00:00.000Z', joined_at: null, answer: null },
  ...{ disabled: false, removed: false, tag: '' },
})
const server = (more: Answers = {}): Answers => ({
  ...signedInAs('presenter'),
  getPitchDetail: () => pitchDetail(),
  getPitchAttendeeList: () => ({
    ...{ items: [attendee('stays@fund.example'), attendee('leaves@fund.example')], total: 2 },
    answers: { yes: 0, no: 0 },
  }),
  getWaitingInviteeList: () => ({ items: [], total: 0 }),
  getReminderPlan: () => ({ minutes_before: [1440], recipients: 3, invited: 6, answers: { yes: 2, no: 1 } }),
  ...more,
})

describe('Reminders', () => {
  it('[ROUTE-104] says how many come, and reminds the others after a question', async () => {
    const { user, inputOf } = await renderAt(
      `/pitches/reminderattendees/${uuid}`,
      server({ remindPitchAttendees: () => ({ reminded: 3, suppressed: 0 }) }),
    )
    await screen.findByText('6 invited · 2 attending · 1 can’t attend')
    expect(screen.getByText('Remind 3 people')).toBeTruthy() // in words, not as a picture
    await user.click(screen.getByRole('button', { name: 'Remind 3 people' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remind 3 people' }))
    await screen.findByText(/on their way/)
    expect(inputOf('remindPitchAttendees')).toMatchObject({ uuid })
  })

  it('keeps a plan of its own for the pitch', async () => {
    const { user, inputOf } = await renderAt(
      `/pitches/reminderattendees/${uuid}`,
      server({ updateReminderPlan: () => ({ minutes_before: [1440, 60] }) }),
    )
    const day = await screen.findByRole<HTMLInputElement>('checkbox', { name: /1 day/ })
    expect(day.checked).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: /^1 hour/ }))
    await user.click(screen.getByRole('button', { name: 'Save reminders' }))
    await screen.findByText('Reminders saved.')
    expect(inputOf('updateReminderPlan')).toMatchObject({ minutes_before: '[1440,60]' })
  })

  it('is closed once the pitch has started', async () => {
    const pitch = pitchDetail({ state: 'inProgress' })
    await renderAt(`/pitches/reminderattendees/${uuid}`, server({ getPitchDetail: () => pitch }))
    expect(await screen.findByText(/Reminders go out before the start/)).toBeTruthy()
  })
})

describe('the list of a pitch', () => {
  it('[ROUTE-103, CALL-036] is replaced after a question that says who leaves', async () => {
    const { user, inputOf } = await renderAt(
      `/pitches/editattendeesbyadmin/${uuid}`,
      server({ updatePitchAttendees: () => ({ invited: 1, removed: 1, changed: 0, suppressed: 0 }) }),
    )
    const list = await screen.findByLabelText(/People to invite/)
    await user.clear(list)
    await user.click(list)
    await user.paste('stays@fund.example\nnew@fund.example')
    await user.click(screen.getByRole('button', { name: 'Save list' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('1 new person will be invited now.')
    expect(question.textContent).toContain('1 person will be removed and notified by email.')
    await user.click(within(question).getByRole('button', { name: 'Save list' }))
    await screen.findByText('1 person invited. 1 removed.')
    expect(inputOf('updatePitchAttendees')).toMatchObject({
      attendees_arr: expect.stringMatching(/stays@fund.*new@fund/),
      seen_arr: JSON.stringify(['stays@fund.example', 'leaves@fund.example']),
    })
  })

  it('has the people who wait for the approval, and says when they would be removed', async () => {
    const waiting = { id: attendee('').id, email: 'waits@fund.example', firstname: '', lastname: '', held_by: null }
    const { user } = await renderAt(
      `/pitches/editattendeesbyadmin/${uuid}`,
      server({ getWaitingInviteeList: () => ({ items: [waiting], total: 1 }) }),
    )
    const list = await screen.findByLabelText<HTMLTextAreaElement>(/People to invite/)
    expect(list.value).toBe('stays@fund.example\nleaves@fund.example\nwaits@fund.example')
    await user.click(screen.getByRole('button', { name: 'Save list' }))
    const untouched = await screen.findByRole('dialog')
    expect(untouched.textContent).not.toContain('removed')
    await user.click(within(untouched).getByRole('button', { name: 'Cancel' }))
    await user.clear(list)
    await user.click(list)
    await user.paste('stays@fund.example\nleaves@fund.example')
    await user.click(screen.getByRole('button', { name: 'Save list' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('1 person who is waiting for approval will be removed.')
    expect(question.textContent).not.toContain('notified by email')
  })

  it('takes in what others have changed meanwhile, and keeps what was typed', async () => {
    let people = ['stays@fund.example', 'leaves@fund.example']
    const { user, inputOf } = await renderAt(
      `/pitches/editattendeesbyadmin/${uuid}`,
      server({
        getPitchAttendeeList: () => ({
          ...{ items: people.map(attendee), total: people.length },
          answers: { yes: 0, no: 0 },
        }),
        updatePitchAttendees: input => {
          if (String(input['seen_arr']) !== JSON.stringify(people)) throw new CallFailed('AttendeesChanged')
          return { invited: 1, removed: 0, changed: 0, suppressed: 0 }
        },
      }),
    )
    const list = await screen.findByLabelText<HTMLTextAreaElement>(/People to invite/)
    await user.click(list)
    await user.paste('\ntyped@fund.example')
    people = ['stays@fund.example', 'meanwhile@fund.example']
    const save = async () => {
      await user.click(screen.getByRole('button', { name: 'Save list' }))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save list' }))
    }
    await save()
    const notice = (await screen.findByText('Someone else changed this list')).closest('[role=alert]')
    expect(notice?.textContent).toContain('Added: meanwhile@fund.example')
    expect(notice?.textContent).toContain('Removed: leaves@fund.example')
    await user.click(screen.getByRole('button', { name: 'Apply changes' }))
    expect(list.value).toMatch(/typed@fund\.example\nmeanwhile@fund\.example$/)
    await save()
    await screen.findByText('1 person invited.')
    const sent = String(inputOf('updatePitchAttendees')?.['attendees_arr'])
    expect(sent).toMatch(/stays@fund.*typed@fund.*meanwhile@fund/)
    expect(sent).not.toContain('leaves@fund')
  })
})

describe('the answer to an invitation', () => {
  const token = 'a'.repeat(43)
  const invitation = {
    ...{ presentation_name: 'Seed round', presenter_name: 'Ada Okafor', start_date_raw: '2031-11-24T15:00:00.000Z' },
    ...{ start_zone: 'America/New_York', open: true, answer: null },
  }

  it('is given by a press on the page, and can be changed', async () => {
    const { user, inputOf } = await renderAt(`/email/answer/no#${uuid}.${token}`, {
      getInvitation: () => invitation,
      answerInvitation: () => ({ answer: 'no' }),
    })
    await screen.findByRole('heading', { name: 'Seed round' })
    expect(location.hash).toBe('')
    const [first] = screen.getAllByRole('button', { name: /attend/ })
    expect(first?.textContent).toBe('I can’t attend')
    await user.click(first as HTMLElement)
    await screen.findByText(/You said you can’t attend/)
    expect(inputOf('answerInvitation')).toMatchObject({ uuid, access_token: token, answer: 'no' })
    screen.getByRole('button', { name: 'I’ll attend' })
  })

  it('is asked for again, beside the new time, when the pitch has moved since the page was opened', async () => {
    const moved = { ...invitation, start_date_raw: '2037-03-04T18:00:00.000Z' }
    const shown = [invitation, moved]
    const { user, inputOf } = await renderAt(`/email/answer/yes#${uuid}.${token}`, {
      getInvitation: () => shown.shift() ?? moved,
      answerInvitation: ({ start_date_raw }) => {
        if (start_date_raw !== moved.start_date_raw) throw new CallFailed('PitchMoved')
        return { answer: 'yes' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'I’ll attend' }))
    expect((await screen.findByRole('alert')).textContent).toContain('has moved to another time')
    await waitFor(() => expect(document.querySelector('time')?.getAttribute('datetime')).toBe(moved.start_date_raw))
    await user.click(screen.getByRole('button', { name: 'I’ll attend' }))
    await screen.findByText(/You said you’ll attend/)
    expect(inputOf('answerInvitation')).toMatchObject({ start_date_raw: moved.start_date_raw })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is no longer asked for after the start', async () => {
    await renderAt(`/email/answer/yes#${uuid}.${token}`, { getInvitation: () => ({ ...invitation, open: false }) })
    await screen.findByText(/can no longer answer/)
    expect(screen.queryByRole('button', { name: 'I’ll attend' })).toBeNull()
  })
})
