import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { noteStarted, openStays } from '#features/room/room/server/stays.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { inviteJobs } from './jobs.ts'

// a mail server that does not answer: what is written waits
let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack({ SMTP_URL: 'smtp://127.0.0.1:1' })
})
afterAll(() => stack.stop())
const presenter = () => stack.as('presenter')
const nobody = () => stack.as('nobody')

/** A pitch whose people have an invitation and a reminder waiting in the outbox. */
async function reminded(name: string, more: Parameters<PitchStack['create']>[1] = {}) {
  const people = [`${name}@waits.test`, `other-${name}@waits.test`] as const
  const made = await stack.create('presenter', { attendees_arr: people.map(email => ({ email })), ...more })
  for (const email of people) await stack.mailsTo(email)
  await presenter().remindPitchAttendees({ uuid: made.uuid })
  for (const email of people) await stack.mailsTo(email, 2)
  const [invitation] = await stack.mailsTo(people[0])
  return { ...made, people, access_token: stack.tokenIn(invitation) }
}
const statesOf = async (email: string) =>
  Object.fromEntries((await stack.mailsTo(email)).map(({ kind, state }) => [kind, state]))
const both = (state: string) => ({ pitchInvitation: state, pitchReminder: state })

describe('emails that wait in the outbox', () => {
  it('are withdrawn from a person who does not come, and not from one who does', async () => {
    const { uuid, people, access_token } = await reminded('answers')
    await nobody().answerInvitation({ uuid, access_token, answer: 'yes' })
    expect(await statesOf(people[0])).toEqual(both('queued'))
    await nobody().answerInvitation({ uuid, access_token, answer: 'no' })
    expect(await statesOf(people[0])).toEqual(both('withdrawn'))
    expect(await statesOf(people[1])).toEqual(both('queued'))
    const [mail] = await stack.mailsTo(people[0])
    expect(mail).toMatchObject({ dueAt: null, viewHash: null })
    expect(`${mail?.text}${mail?.html}`).not.toContain(access_token)
    const { items } = await presenter().getPitchAttendeeList({ uuid, name: people[0] })
    expect(items.find(({ email }) => email === people[0])?.delivery).toBe('withdrawn')
  })

  it('are withdrawn from a person who has joined, who is not reminded again', async () => {
    const { id, uuid, people } = await reminded('joins')
    const [row] = await stack.db.select().from(attendee).where(eq(attendee.email, people[0]))
    const stay = { pitchId: id, accountId: row?.accountId ?? '', serverId: randomUUID(), part: 'attendee' as const }
    const joinedAt = new Date()
    await openStays(stack.db, [{ ...stay, id: randomUUID(), joinedAt }])
    // to look at the countdown is not to join
    expect(await statesOf(people[0])).toEqual(both('queued'))
    expect(await presenter().getReminderPlan({ uuid })).toMatchObject({ recipients: 2 })
    await stack.db.transaction(tx => noteStarted(tx, id, joinedAt))
    expect(await statesOf(people[0])).toEqual(both('queued'))
    await stack.db.update(pitch).set({ state: 'inProgress' }).where(eq(pitch.id, id))
    await stack.db.transaction(tx => noteStarted(tx, id, joinedAt))
    expect(await statesOf(people[0])).toEqual(both('withdrawn'))
    expect(await statesOf(people[1])).toEqual(both('queued'))
    expect(await presenter().getReminderPlan({ uuid })).toMatchObject({ recipients: 1 })
    // it is the first time that counts
    await openStays(stack.db, [{ ...stay, id: randomUUID(), joinedAt: new Date(joinedAt.getTime() + 1000) }])
    const [after] = await stack.db.select().from(attendee).where(eq(attendee.email, people[0]))
    expect(after?.firstJoinedAt).toEqual(joinedAt)
  })

  it('are withdrawn from a person whose link is disabled, and from one who is taken off the list', async () => {
    const { uuid, people } = await reminded('leaves')
    const { items } = await presenter().getPitchAttendeeList({ uuid })
    const other = items.find(({ email }) => email === people[1])?.id ?? ''
    await presenter().setJoinLinkDisabled({ uuid, attendee_id: other, disabled: true })
    expect(await statesOf(people[1])).toEqual(both('withdrawn'))
    await presenter().updatePitchAttendees({ uuid, attendees_arr: [] })
    await stack.mailsTo(people[0], 3)
    expect(await statesOf(people[0])).toEqual({ ...both('withdrawn'), pitchCancellation: 'queued' })
  })

  it('leave when a person whose link was disabled may come again, by an invitation of their own', async () => {
    const { uuid, people } = await reminded('again')
    const { items } = await presenter().getPitchAttendeeList({ uuid })
    const disable = (email: string, disabled: boolean) =>
      presenter().setJoinLinkDisabled({
        uuid,
        attendee_id: items.find(one => one.email === email)?.id ?? '',
        disabled,
      })
    for (const email of people) await disable(email, true)
    expect(await statesOf(people[0])).toEqual(both('withdrawn'))
    // one that has left is not sent again
    const [first] = (await stack.mailsTo(people[1])).filter(({ kind }) => kind === 'pitchInvitation')
    await stack.db
      .update(mailMessage)
      .set({ state: 'sent' })
      .where(eq(mailMessage.id, first?.id ?? ''))
    for (const email of people) for (const _twice of [1, 2]) await disable(email, false)
    const mails = await stack.mailsTo(people[0], 3)
    expect(mails.map(({ kind, state }) => [kind, state])).toEqual([
      ['pitchInvitation', 'withdrawn'],
      ['pitchReminder', 'withdrawn'],
      ['pitchInvitation', 'queued'],
    ])
    const access_token = stack.tokenIn(mails[2])
    expect(await nobody().getInvitation({ uuid, access_token })).toMatchObject({ open: true })
    expect(await stack.mailsTo(people[1])).toHaveLength(2)
  })

  it('leave when a person may come again whose invitation was to be written while they could not', async () => {
    const { id, uuid } = await stack.create('presenter', { attendees_arr: [{ email: 'unwritten@waits.test' }] })
    await stack.mailsTo('unwritten@waits.test')
    const { items } = await presenter().getPitchAttendeeList({ uuid })
    const attendee_id = items[0]?.id ?? ''
    await presenter().setJoinLinkDisabled({ uuid, attendee_id, disabled: true })
    await stack.db.delete(mailMessage).where(eq(mailMessage.recipient, 'unwritten@waits.test'))
    await stack.db.update(attendee).set({ mailId: null }).where(eq(attendee.pitchId, id))
    await presenter().setJoinLinkDisabled({ uuid, attendee_id, disabled: false })
    const [mail] = await stack.mailsTo('unwritten@waits.test')
    expect(mail).toMatchObject({ kind: 'pitchInvitation', state: 'queued' })
  })

  it('leave as an update for a person who has their invitation', async () => {
    const { uuid, people } = await reminded('updated')
    const kindsOf = async (count: number) =>
      (await stack.mailsTo(people[0], count)).map(({ kind, state }) => `${kind} ${state}`).sort()
    await stack.mailsTo(people[0], 2)
    await stack.db.update(mailMessage).set({ state: 'sent' }).where(eq(mailMessage.recipient, people[0]))
    const { no_file: _no, ...form } = pitchForm({ start_time: '10:15' })
    await presenter().updatePitch({ uuid, ...form })
    await kindsOf(3)
    const { items } = await presenter().getPitchAttendeeList({ uuid })
    const attendee_id = items.find(({ email }) => email === people[0])?.id ?? ''
    await presenter().setJoinLinkDisabled({ uuid, attendee_id, disabled: true })
    await presenter().setJoinLinkDisabled({ uuid, attendee_id, disabled: false })
    expect(await kindsOf(4)).toEqual([
      'pitchInvitation sent',
      'pitchReminder sent',
      'pitchUpdate queued',
      'pitchUpdate withdrawn',
    ])
  })

  it('leave when a person who was removed from the room is let in again', async () => {
    const { uuid, people } = await reminded('readmitted')
    const [row] = await stack.db.select().from(attendee).where(eq(attendee.email, people[0]))
    const user_id = row?.accountId ?? ''
    await presenter().removeAttendee({ pitch_uuid: uuid, user_id })
    expect(await statesOf(people[0])).toEqual(both('withdrawn'))
    await presenter().readmitAttendee({ pitch_uuid: uuid, user_id })
    const mails = await stack.mailsTo(people[0], 3)
    expect(mails[2]).toMatchObject({ kind: 'pitchInvitation', state: 'queued' })
  })

  it('are withdrawn from a person who is taken off while they are being written', async () => {
    for (let round = 0; round < 5; round++) {
      const email = `races${round}@waits.test`
      const { id: pitchId, uuid } = await stack.create('presenter', { attendees_arr: [{ email }] })
      await stack.mailsTo(email)
      const { items } = await presenter().getPitchAttendeeList({ uuid })
      const attendeeIds = items.map(({ id }) => id)
      const job = { pitchId, mail: 'invitation', attendeeIds, batch: randomUUID() } as const
      await Promise.all([
        inviteJobs.mailAttendees(job, stack.frame),
        presenter().updatePitchAttendees({ uuid, attendees_arr: [] }),
      ])
      expect(await statesOf(email)).not.toMatchObject({ pitchInvitation: 'queued' })
    }
  })

  it('are withdrawn from everyone when the pitch is deleted, but for what takes it out of calendars', async () => {
    const { id, uuid, people } = await reminded('deleted', { co_host: 'cohost-deleted@waits.test' })
    await stack.mailsTo('cohost-deleted@waits.test')
    await presenter().deletePitch({ id, uuid })
    for (const email of people) {
      await stack.mailsTo(email, 3)
      expect(await statesOf(email)).toEqual({ ...both('withdrawn'), pitchCancellation: 'queued' })
    }
    await stack.mailsTo('cohost-deleted@waits.test', 2)
    const staff = { pitchAppointment: 'withdrawn', pitchTeamCancellation: 'queued' }
    expect(await statesOf('cohost-deleted@waits.test')).toEqual(staff)
  })

  it('leave alone what the same person gets about another pitch', async () => {
    const { uuid } = await reminded('twice')
    const other = await stack.create('presenter', { attendees_arr: [{ email: 'twice@waits.test' }] })
    await stack.mailsTo('twice@waits.test', 3)
    await presenter().updatePitchAttendees({ uuid, attendees_arr: [] })
    const mails = await stack.mailsTo('twice@waits.test', 4)
    const kept = mails.filter(({ text }) => text.includes(other.uuid))
    expect(kept.map(({ state }) => state)).toEqual(['queued'])
  })

  it('are of no use after the end of the pitch, unless they say that it is canceled', async () => {
    const { uuid, people } = await reminded('late')
    const { end_date_raw } = await presenter().getPitchDetail({ uuid })
    await presenter().updatePitchAttendees({ uuid, attendees_arr: [] })
    const mails = await stack.mailsTo(people[0], 3)
    const ends = new Date(end_date_raw)
    expect(mails.map(({ kind, validUntil }) => [kind, validUntil])).toEqual([
      ['pitchInvitation', ends],
      ['pitchReminder', ends],
      ['pitchCancellation', null],
    ])
  })
})

describe('the time until which an email is of use', () => {
  it('moves with the pitch', async () => {
    const { uuid, people } = await reminded('moved')
    const later = { start_date: '11/28/2036', end_date: '11/28/2036' }
    const { no_file: _no, ...form } = pitchForm(later)
    await presenter().updatePitch({ uuid, ...form })
    const mails = await stack.mailsTo(people[0], 3)
    const { end_date_raw } = await presenter().getPitchDetail({ uuid })
    expect(mails.map(({ kind, validUntil }) => [kind, validUntil?.toISOString()])).toEqual(
      ['pitchInvitation', 'pitchReminder', 'pitchUpdate'].map(kind => [kind, end_date_raw]),
    )
  })
})

describe('the number of the calendar entry', () => {
  const entries = async (email: string, count: number) =>
    (await stack.mailsTo(email, count)).map(({ calendar }) => [
      /METHOD:(\w+)/.exec(calendar ?? '')?.[1],
      Number(/SEQUENCE:(\d+)/.exec(calendar ?? '')?.[1]),
    ])
  const added = [
    ['REQUEST', 0],
    ['CANCEL', 1],
    ['REQUEST', 2],
  ]

  it('is raised for an attendee who is invited again after a removal', async () => {
    const person = { email: 'returns@waits.test' }
    const { uuid } = await stack.create('presenter', { attendees_arr: [person] })
    await stack.mailsTo(person.email)
    await presenter().updatePitchAttendees({ uuid, attendees_arr: [] })
    await presenter().invitePitchByManuallyContacts({ uuid, attendees_arr: [person] })
    expect((await entries(person.email, 3)).sort((a, b) => Number(a[1]) - Number(b[1]))).toEqual(added)
  })

  it('is raised for a co-host who is named again', async () => {
    const { no_file: _no, ...form } = pitchForm()
    const cohost = 'cohost-returns@waits.test'
    const { uuid } = await stack.create('presenter', { co_host: cohost })
    await stack.mailsTo(cohost)
    await presenter().updatePitch({ uuid, ...form })
    await entries(cohost, 2)
    await presenter().updatePitch({ uuid, ...form, co_host: cohost })
    expect(await entries(cohost, 3)).toEqual(added)
  })
})
