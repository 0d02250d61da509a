import { eq, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { notice } from '#features/notify/notice/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { sendDue } from './sending.ts'
import { scheduledPerson, scheduledSend } from './tables.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())
const presenter = () => stack.as('presenter')
const refused = (code: string) => ({ code })
const guest = (name: string) => ({ email: `${name}@later.test` })

const zone = 'America/New_York'
/** An hour before the pitch of the tests, on its own clocks. */
const moment = {
  scheduled_send_date: pitchForm().start_date,
  scheduled_send_time: '09:00',
  scheduled_send_noon: 'AM',
  scheduled_send_zone: zone,
} as const
const momentAt = (at: DateTime) => ({
  scheduled_send_date: at.toFormat('MM/dd/yyyy'),
  scheduled_send_time: at.toFormat('hh:mm'),
  scheduled_send_noon: at.hour < 12 ? ('AM' as const) : ('PM' as const),
  scheduled_send_zone: at.zoneName ?? 'UTC',
})

let uuid: string
let pitchId: number
beforeEach(async () => {
  ;({ uuid, id: pitchId } = await stack.create('presenter'))
})
const plan = (...names: string[]) => presenter().schedulePitch({ uuid, attendees_arr: names.map(guest), ...moment })
const invitedTo = (id = pitchId) => stack.db.select().from(attendee).where(eq(attendee.pitchId, id))
async function stateOf(id: string) {
  const [send] = await stack.db.select().from(scheduledSend).where(eq(scheduledSend.id, id))
  if (!send) throw new Error(`send ${id} is gone`)
  return send
}

/** Runs the job of a send at its moment, as a server does whose clock has come there. */
async function due(id: string): Promise<void> {
  const [send] = await stack.db.select().from(scheduledSend).where(eq(scheduledSend.id, id))
  await sendDue(stack.frame, id, send?.sendAt ?? new Date())
}

describe('schedulePitch', () => {
  it('[STATE-023, CALL-031, ENT-012, ENT-083] invites nobody before the moment, and everybody at it, once', async () => {
    const { id } = await plan('first', 'second')
    expect(await invitedTo()).toEqual([])
    const [job] = (
      await stack.db.execute(sql`select run_at from graphile_worker.jobs where key = ${`scheduledSend:${id}`}`)
    ).rows as { run_at: Date }[]
    expect(new Date(job?.run_at ?? 0)).toEqual((await stateOf(id)).sendAt)
    expect(await presenter().getPitchDetail({ uuid })).toMatchObject({
      send_later: true,
      state: 'scheduled',
      ...moment,
    })

    // two servers whose jobs wake at once
    await Promise.all([due(id), due(id), due(id)])
    expect((await invitedTo()).map(row => row.email).sort()).toEqual(['first@later.test', 'second@later.test'])
    expect(await stack.mailsTo('first@later.test')).toHaveLength(1)
    expect(await stateOf(id)).toMatchObject({ state: 'sent', people: 2 })
    expect(await presenter().getPitchDetail({ uuid })).toMatchObject({ send_later: false, state: 'delivered' })
    expect(await stack.db.$count(scheduledPerson, eq(scheduledPerson.sendId, id))).toBe(0)
    await due(id)
    expect(await stack.db.$count(mailMessage, eq(mailMessage.recipient, 'second@later.test'))).toBe(1)
  })

  it('waits when its job wakes too early', async () => {
    const { id } = await plan('early')
    await sendDue(stack.frame, id, new Date())
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
    expect(await invitedTo()).toEqual([])
  })

  it('[RULE-062, RULE-063] refuses what lies before now or not before the start', async () => {
    const { start_date_raw } = await presenter().getPitchDetail({ uuid })
    const start = DateTime.fromISO(start_date_raw, { zone })
    const at = (when: DateTime) => presenter().schedulePitch({ uuid, attendees_arr: [guest('x')], ...momentAt(when) })
    await expect(at(DateTime.utc().minus({ minutes: 1 }))).rejects.toMatchObject({
      ...refused('SendInThePast'),
      fields: { scheduled_send_time: 'sendInThePast' },
    })
    await expect(at(start)).rejects.toMatchObject(refused('SendNotBeforeStart'))
    // the same instant on other clocks
    await expect(at(start.setZone('Asia/Shanghai'))).rejects.toMatchObject(refused('SendNotBeforeStart'))
    expect(await at(start.minus({ minutes: 1 }))).toMatchObject({ state: 'waiting' })
  })

  it('refuses an hour that spring leaves out, and takes the first of one that autumn repeats', async () => {
    const far = { start_date: '12/20/2027', end_date: '12/20/2027' }
    const later = (date: string, time: string) =>
      stack.create('presenter', far).then(({ uuid: one }) =>
        presenter().schedulePitch({
          ...{ uuid: one, attendees_arr: [guest('dst')], ...moment },
          ...{ scheduled_send_date: date, scheduled_send_time: time },
        }),
      )
    await expect(later('03/14/2027', '02:30')).rejects.toMatchObject({
      fields: { scheduled_send_time: 'timeSkipped' },
    })
    const { id } = await later('11/07/2027', '01:30')
    expect((await stateOf(id)).sendAt.toISOString()).toBe('2027-11-07T05:30:00.000Z')
  })

  it('has one waiting send for a pitch, also of two that race, and needs a whole moment', async () => {
    const both = await outcomesOf([plan('a'), plan('b')])
    expect(both).toEqual(['ScheduleExists', 'done'])
    await expect(plan('c')).rejects.toMatchObject(refused('ScheduleExists'))
    const { scheduled_send_zone: _zone, ...rest } = moment
    await expect(presenter().schedulePitch({ uuid, attendees_arr: [guest('x')], ...rest })).rejects.toMatchObject({
      fields: { scheduled_send_zone: 'required' },
    })
    await expect(
      presenter().schedulePitch({ uuid, attendees_arr: [guest('x'), { email: 'X@later.test' }], ...moment }),
    ).rejects.toMatchObject(refused('EmailTwice'))
  })

  it('sends at once with is_send_now, whatever the rest says', async () => {
    const sent = await presenter().schedulePitch({ uuid, attendees_arr: [guest('now')], is_send_now: true })
    expect(sent).toMatchObject({ state: 'sent', invited: 1 })
    expect(await invitedTo()).toHaveLength(1)
    const [noted] = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'send.now'))
    expect(noted).toMatchObject({ subject: uuid, detail: { people: 1 } })
  })

  it('is part of creating a pitch', async () => {
    const form = { attendees_arr: [guest('created')], send_later: true, ...moment }
    const made = await stack.create('presenter', form)
    expect(await invitedTo(made.id)).toEqual([])
    expect(await presenter().getSchedulePitch({ uuid: made.uuid })).toMatchObject({ attendees: 1 })
    await expect(stack.create('presenter', { ...form, scheduled_send_time: '10:00' })).rejects.toMatchObject(
      refused('SendNotBeforeStart'),
    )
  })
})

describe('what is done with a send that waits', () => {
  it('[CALL-039, CALL-040, ENT-081] lists it and its people, for those who manage its pitch', async () => {
    const { id } = await plan('listed')
    const { items } = await presenter().getSchedulePitchList({ state: 'waiting', limit: 200 })
    const { start_date_raw } = await presenter().getPitchDetail({ uuid })
    expect(items.find(item => item.id === id)).toMatchObject({ uuid, attendees: 1, start_date_raw, ...moment })
    expect(await presenter().getSchedulePitch({ uuid })).toMatchObject({
      id,
      is_send_now: false,
      attendees_arr: [guest('listed')],
    })
    const listed = async (who: 'admin' | 'lumenAdmin' | 'coHost') =>
      (await stack.as(who).getSchedulePitchList({ limit: 200 })).items.some(item => item.id === id)
    expect(await listed('admin')).toBe(true)
    expect(await listed('lumenAdmin')).toBe(false)
    expect(await listed('coHost')).toBe(false)
    await expect(stack.as('lumenAdmin').getSchedulePitch({ uuid })).rejects.toMatchObject(refused('PitchNotFound'))
  })

  it('[CALL-041] changes its people and its moment, and sends it now', async () => {
    const { id } = await plan('before')
    await presenter().updateSchedulePitch({
      ...{ id, uuid, attendees_arr: [guest('after')], ...moment, scheduled_send_time: '08:15' },
    })
    expect(await presenter().getSchedulePitch({ uuid })).toMatchObject({
      attendees_arr: [guest('after')],
      scheduled_send_time: '08:15',
    })
    const jobs = sql`select 1 from graphile_worker.jobs where key = ${`scheduledSend:${id}`}`
    expect((await stack.db.execute(jobs)).rowCount).toBe(1)
    const sent = await presenter().updateSchedulePitch({ id, uuid, is_send_now: true })
    expect(sent).toMatchObject({ state: 'sent', invited: 1 })
    expect((await invitedTo()).map(row => row.email)).toEqual(['after@later.test'])
    await expect(presenter().updateSchedulePitch({ id, uuid, is_send_now: true })).rejects.toMatchObject(
      refused('ScheduleOver'),
    )
  })

  it('answers a pair of ids that do not match as if there were nothing', async () => {
    const { id } = await plan('paired')
    const other = await stack.create('presenter')
    const pair = { id, uuid: other.uuid }
    await expect(presenter().updateSchedulePitch({ ...pair, ...moment })).rejects.toMatchObject(
      refused('ScheduleNotFound'),
    )
    await expect(presenter().cancelSchedulePitch(pair)).rejects.toMatchObject(refused('ScheduleNotFound'))
    await expect(
      stack.as('admin').addAttendeesToScheduleByAdmin({ ...pair, schedule_id: id, attendees_arr: [guest('x')] }),
    ).rejects.toMatchObject(refused('ScheduleNotFound'))
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
  })

  it('[CALL-042] cancels it, which can be taken back', async () => {
    const { id } = await plan('cancelled')
    await presenter().cancelSchedulePitch({ id, uuid })
    await due(id)
    expect(await invitedTo()).toEqual([])
    expect(await presenter().getPitchDetail({ uuid })).toMatchObject({ send_later: false })
    await presenter().updateSchedulePitch({ id, uuid, ...moment })
    await due(id)
    expect(await invitedTo()).toHaveLength(1)
  })

  it('is either cancelled or sent when both happen at once', async () => {
    const { id } = await plan('raced')
    const [, cancelled] = await Promise.allSettled([due(id), presenter().cancelSchedulePitch({ id, uuid })])
    const people = await invitedTo()
    expect(people.length).toBe(cancelled.status === 'fulfilled' ? 0 : 1)
    expect((await stateOf(id)).state).toBe(cancelled.status === 'fulfilled' ? 'cancelled' : 'sent')
  })

  it('[CALL-037, CALL-043, CALL-044] has its list replaced by its presenter, and added to by administrators', async () => {
    const admin = stack.as('admin')
    expect(await admin.checkExistingScheduleByAdmin({ uuid })).toMatchObject({ exists: false })
    const { id: schedule_id } = await plan('one', 'two')
    expect(await presenter().updateSendLaterAttendees({ uuid, attendees_arr: [guest('three')] })).toEqual({
      attendees: 1,
    })
    const added = await admin.addAttendeesToScheduleByAdmin({
      ...{ schedule_id, uuid, attendees_arr: [guest('three'), guest('four')] },
    })
    expect(added).toEqual({ added: 1, known: 1 })
    expect(await admin.checkExistingScheduleByAdmin({ uuid })).toMatchObject({
      exists: true,
      schedule_id,
      attendees: 2,
    })
    await expect(
      presenter().updateSendLaterAttendees({ uuid, attendees_arr: [guest('x'), guest('x')] }),
    ).rejects.toMatchObject(refused('EmailTwice'))
    await due(schedule_id)
    expect((await invitedTo()).map(row => row.email).sort()).toEqual(['four@later.test', 'three@later.test'])
  })

  it('keeps what two people add at once, and is not replaced by a list of before', async () => {
    const { id } = await plan('one')
    const add = (...names: string[]) => presenter().addToSchedulePitch({ uuid, attendees_arr: names.map(guest) })
    const seen = (await presenter().getSchedulePitch({ uuid })).version
    const both = await Promise.all([add('one', 'two'), add('two', 'three')])
    expect(both.reduce((sum, { people }) => sum + people, 0)).toBe(2)
    const at = await presenter().getSchedulePitch({ uuid })
    expect(at.attendees_arr.map(({ email }) => email)).toEqual(['one', 'three', 'two'].map(name => guest(name).email))
    const list = { uuid, attendees_arr: [guest('mine')] }
    const stale = [
      presenter().updateSendLaterAttendees({ ...list, version: seen }),
      presenter().updateSchedulePitch({ id, ...list, ...moment, version: seen }),
    ]
    expect(await outcomesOf(stale)).toEqual(['ScheduleChanged', 'ScheduleChanged'])
    expect((await presenter().getSchedulePitch({ uuid })).version).toBe(at.version)
    await presenter().updateSchedulePitch({ id, ...list, ...moment, version: at.version })
    expect((await presenter().getSchedulePitch({ uuid })).attendees).toBe(1)
    await presenter().cancelSchedulePitch({ id, uuid })
    expect(await outcomesOf([add('late')])).toEqual(['ScheduleNotFound'])
  })
})

describe('at its moment a send', () => {
  const toldOf = () =>
    stack.db
      .select()
      .from(notice)
      .where(sql`${notice.kind} = 'sendSkipped' and ${notice.createdAt} > now() - interval '10 seconds'`)

  it.each([
    ['started', () => stack.take(pitchId, 'start')],
    ['over', () => stack.take(pitchId, 'start', 'end')],
    ['locked', () => stack.as('admin').updatePitchLockStatus({ uuid, is_locked: true })],
  ] as const)('is not sent to a pitch that is %s, and its presenter hears why', async (reason, happen) => {
    const { id } = await plan('looked')
    await happen()
    await due(id)
    expect(await stateOf(id)).toMatchObject({ state: 'skipped', reason, people: 1 })
    expect(await invitedTo()).toEqual([])
    expect((await toldOf()).filter(({ params }) => JSON.stringify(params).includes(reason))).toHaveLength(1)
  })

  it('is sent by an administrator although the pitch is locked', async () => {
    await stack.as('admin').updatePitchLockStatus({ uuid, is_locked: true })
    await expect(plan('presenter')).rejects.toMatchObject(refused('PitchLocked'))
    const { id } = await stack.as('admin').schedulePitch({ uuid, attendees_arr: [guest('admin')], ...moment })
    await due(id)
    expect(await invitedTo()).toHaveLength(1)
  })

  it('is cancelled with the deletion of its pitch, and waits again when that is restored', async () => {
    const { id } = await plan('deleted')
    await presenter().deletePitch({ id: pitchId, uuid })
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled', reason: 'deleted' })
    await due(id)
    await presenter().restorePitch({ uuid })
    expect(await invitedTo()).toEqual([])
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
    await stack.db.update(pitch).set({ deletedAt: sql`now()` }).where(eq(pitch.id, pitchId))
    await due(id)
    expect(await stateOf(id)).toMatchObject({ state: 'skipped', reason: 'deleted' })
  })

  it('is cancelled when its pitch, which was started early, is over and reset', async () => {
    const { id } = await plan('reset')
    await stack.take(pitchId, 'start', 'end', 'finish')
    await stack.as('admin').resetPitch({ uuid })
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled', reason: 'reset' })
    await due(id)
    expect(await invitedTo()).toEqual([])
  })

  it('counts suppressed people, who get nothing', async () => {
    await stack.as('admin').addSuppression({ kind: 'blocks', address: 'blocked@later.test' })
    const { id } = await plan('blocked', 'free')
    await due(id)
    await stack.mailsTo('free@later.test')
    expect(await stateOf(id)).toMatchObject({ state: 'sent', people: 2, suppressed: 1 })
    expect((await stack.mailsTo('blocked@later.test'))[0]?.state).toBe('suppressed')
  })

  it('keeps people waiting for an approval that is missing', async () => {
    const { id } = await plan('unapproved')
    await stack.as('admin').updateOrganisationSettings({ require_approval: true })
    await due(id)
    await stack.as('admin').updateOrganisationSettings({ require_approval: false })
    expect(await stateOf(id)).toMatchObject({ state: 'sent', awaitingApproval: 1 })
    expect(await invitedTo()).toEqual([])
  })
})

it('refuses a start that is not after the send', async () => {
  await plan('kept')
  const move = (time: string) => {
    const { attendees_arr: _people, no_file: _file, ...form } = pitchForm({ start_time: time, end_time: '11:30' })
    return presenter().updatePitch({ uuid, ...form })
  }
  await expect(move('09:00')).rejects.toMatchObject({
    ...refused('StartBeforeSend'),
    fields: { start_time: 'startBeforeSend' },
  })
  await move('09:05')
})
