import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { inviteJobs } from '#features/planning/invite/server/jobs.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { sendDue } from './sending.ts'
import { scheduledSend } from './tables.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())
const presenter = () => stack.as('presenter')

let uuid: string
let pitchId: number
const guests = ['waits', 'joined', 'declined', 'comes', 'off'].map(name => ({ email: `${name}@remind.test` }))
beforeEach(async () => {
  await stack.db.delete(mailMessage)
  ;({ uuid, id: pitchId } = await stack.create('presenter', { attendees_arr: guests }))
  for (const { email } of guests) await stack.mailsTo(email)
  const set = (name: string, values: Partial<typeof attendee.$inferInsert>) =>
    stack.db
      .update(attendee)
      .set(values)
      .where(sql`${attendee.pitchId} = ${pitchId} and ${attendee.email} = ${`${name}@remind.test`}`)
  await set('joined', { firstJoinedAt: new Date() })
  await set('declined', { answer: 'no' })
  await set('comes', { answer: 'yes' })
  await set('off', { disabledAt: new Date() })
})
const reminded = async () =>
  (await stack.db.select().from(mailMessage).where(eq(mailMessage.kind, 'pitchReminder')))
    .map(mail => mail.recipient)
    .sort()
const plannedOf = () =>
  stack.db.select().from(scheduledSend).where(eq(scheduledSend.pitchId, pitchId)).orderBy(scheduledSend.sendAt)
const due = async (id: string) => {
  const [send] = await stack.db.select().from(scheduledSend).where(eq(scheduledSend.id, id))
  await sendDue(stack.frame, id, send?.sendAt ?? new Date())
}
const start = async () => Date.parse((await presenter().getPitchDetail({ uuid })).start_date_raw)

it('reminds people who are expected, never who has joined, does not come or is no longer welcome, and no one twice', async () => {
  expect(await presenter().getReminderPlan({ uuid })).toEqual({
    ...{ minutes_before: [], recipients: 2, invited: 5, answers: { yes: 1, no: 1 } },
  })
  const both = await Promise.all([
    presenter().remindPitchAttendees({ uuid }),
    stack.as('admin').remindPitchAttendees({ uuid }),
  ])
  expect(both.map(one => one.reminded).sort()).toEqual([0, 2])
  const [mail] = (await stack.mailsTo('waits@remind.test', 2)).filter(({ kind }) => kind === 'pitchReminder')
  await stack.mailsTo('comes@remind.test', 2)
  expect(await reminded()).toEqual(['comes@remind.test', 'waits@remind.test'])
  // it has a working link, and does not raise the sequence of the entry in calendars
  await stack.as('nobody').exchangeJoinLink({ uuid, access_token: stack.tokenIn(mail) })
  expect(mail?.calendar).toMatch(/^SEQUENCE:0\r?$/m)
  // the list still shows the invitation
  const { items } = await presenter().getPitchAttendeeList({ uuid, name: 'waits' })
  expect(items[0]?.delivery).not.toBe('none')
})

it('reminds only the people that are chosen, as far as they may be', async () => {
  const { items } = await presenter().getPitchAttendeeList({ uuid })
  const invite_ids = items.filter(({ email }) => /waits|declined/.test(email)).map(({ id }) => id)
  expect(await presenter().remindPitchAttendees({ uuid, invite_ids })).toMatchObject({ reminded: 1 })
  await stack.mailsTo('waits@remind.test', 2)
})

it('sends the reminders of a plan at their hours, once', async () => {
  await presenter().updateReminderPlan({ uuid, minutes_before: [60, 1440, 60] })
  expect(await presenter().getReminderPlan({ uuid })).toMatchObject({ minutes_before: [1440, 60] })
  const [day, hour] = await plannedOf()
  expect([day?.sendAt.getTime(), hour?.sendAt.getTime()]).toEqual([
    (await start()) - 86_400_000,
    (await start()) - 3_600_000,
  ])
  await Promise.all([due(hour?.id ?? ''), due(hour?.id ?? '')])
  await stack.mailsTo('waits@remind.test', 2)
  expect((await plannedOf()).map(({ state, people }) => [state, people])).toEqual([
    ['waiting', 0],
    ['sent', 2],
  ])
  // the other one is too soon after it for these people
  await due(day?.id ?? '')
  expect(await reminded()).toHaveLength(2)
  const { items } = await presenter().getSchedulePitchList({ kind: 'reminder', limit: 200 })
  expect(items.filter(item => item.uuid === uuid)).toHaveLength(2)
})

it('lets its reminders follow the start, also one that was sent before the start moved, and skips what is past', async () => {
  await presenter().updateReminderPlan({ uuid, minutes_before: [1440, 60] })
  const [day] = await plannedOf()
  await due(day?.id ?? '')
  const { attendees_arr: _people, no_file: _file, ...form } = pitchForm()
  const later = new Date((await start()) + 3 * 86_400_000).toISOString().slice(0, 10)
  const date = later.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
  await presenter().updatePitch({ uuid, ...form, start_date: date, end_date: date })
  const waiting = (await plannedOf()).filter(({ state }) => state === 'waiting').map(({ sendAt }) => sendAt.getTime())
  expect(waiting).toEqual([(await start()) - 86_400_000, (await start()) - 3_600_000])
  const soon = new Date(Date.now() + 600_000)
  await stack.db.update(pitch).set({ startsAt: soon, startZone: 'UTC' }).where(eq(pitch.id, pitchId))
  await presenter().updateReminderPlan({ uuid, minutes_before: [1440, 60] })
  expect((await plannedOf()).filter(({ state }) => state === 'waiting')).toEqual([])
  expect((await plannedOf()).filter(({ reason }) => reason === 'late')).toHaveLength(2)
})

it('stops reminders that are no longer planned, cancelled, or of a pitch that has started', async () => {
  await presenter().updateReminderPlan({ uuid, minutes_before: [1440, 60, 15] })
  await presenter().updateReminderPlan({ uuid, minutes_before: [60, 15] })
  expect((await plannedOf()).map(({ state }) => state)).toEqual(['cancelled', 'waiting', 'waiting'])
  const [, hour, quarter] = await plannedOf()
  await presenter().cancelSchedulePitch({ id: hour?.id ?? '', uuid })
  expect(await presenter().getReminderPlan({ uuid })).toMatchObject({ minutes_before: [15] })
  await stack.take(pitchId, 'start')
  await due(quarter?.id ?? '')
  expect((await plannedOf()).at(-1)).toMatchObject({ state: 'skipped', reason: 'started' })
  expect(await reminded()).toEqual([])
  expect(
    await outcomesOf([
      presenter().remindPitchAttendees({ uuid }),
      presenter().updateReminderPlan({ uuid, minutes_before: [] }),
      stack.as('lumenAdmin').remindPitchAttendees({ uuid }),
    ]),
  ).toEqual(['PitchNotFound', 'PitchStateForbids', 'PitchStateForbids'])
})

it('that were held up reach nobody who has joined or said no meanwhile, and nobody at all after the start', async () => {
  const { items } = await presenter().getPitchAttendeeList({ uuid })
  const attendeeIds = items.filter(({ email }) => /waits|comes|joined|off/.test(email)).map(({ id }) => id)
  const late = (batch: string) =>
    inviteJobs.mailAttendees({ pitchId, mail: 'reminder', attendeeIds, batch }, stack.frame)
  await stack.db
    .update(attendee)
    .set({ answer: 'no' })
    .where(sql`${attendee.pitchId} = ${pitchId} and ${attendee.email} = 'comes@remind.test'`)
  await late('before')
  expect(await reminded()).toEqual(['waits@remind.test'])
  await stack.take(pitchId, 'start')
  await late('after')
  expect(await reminded()).toEqual(['waits@remind.test'])
})

it('sends none while the pitch waits for an approval', async () => {
  await stack.as('admin').updateOrganisationSettings({ require_approval: true })
  expect(await outcomesOf([presenter().remindPitchAttendees({ uuid })])).toEqual(['ApprovalPending'])
  await stack.as('admin').updateOrganisationSettings({ require_approval: false })
})
