import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pitch, pitchHold } from '#features/core/pitch/server/tables.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { WARNED_DAYS } from '#features/room/recording/rules.ts'
import { segmentKey } from '#features/room/recording/server/keys.ts'
import { recording, recordingGap, recordingLine } from '#features/room/recording/server/tables.ts'
import { caption } from '#features/talk/caption/server/tables.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { runJobs } from '#testing/runJobs.ts'
import { type RoomStack, startRooms } from '#testing/startRooms.ts'
import { KEPT_DAYS } from '../rules.ts'
import { replayJobs } from './jobs.ts'
import { retentionJobs } from './retention.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY)
const inDays = (days: number) => ago(-days)

beforeEach(async () => {
  await stack.db.delete(recording)
  await stack.db.delete(mailMessage)
  await setDays(90)
})

const setDays = (recording_days: number) => stack.as('admin').updateOrganisationSettings({ recording_days })
const apply = () => retentionJobs.applyRetention({}, stack.frame)
const change = (id: string, values: Partial<typeof recording.$inferInsert>) =>
  stack.db.update(recording).set(values).where(eq(recording.id, id))
async function rowOf(id: string) {
  const [row] = await stack.db.select().from(recording).where(eq(recording.id, id))
  return row
}

/** A recording of a pitch that ended so many days ago. */
async function recorded(days: number, more: Parameters<typeof recordedPitch>[1] = {}) {
  const made = await recordedPitch(stack, more)
  await change(made.id, { startedAt: new Date(ago(days).getTime() - 20_000), endedAt: ago(days), readyAt: ago(days) })
  return made
}
/** The warnings of each reader, by address. */
async function warnings(): Promise<Record<string, string[]>> {
  const rows = await stack.db.select().from(mailMessage).where(eq(mailMessage.kind, 'recordingsDue'))
  const byReader = Object.groupBy(rows, ({ recipient }) => recipient)
  return Object.fromEntries(Object.entries(byReader).map(([to, mails = []]) => [to, mails.map(({ text }) => text)]))
}
/** Warned of, and so many days later. */
async function warnedDaysAgo(id: string, days: number) {
  await apply()
  const { dueAt } = (await rowOf(id)) ?? {}
  await change(id, { dueAt: new Date((dueAt?.getTime() ?? 0) - days * DAY) })
}

describe('a recording that is due soon', () => {
  it('is warned of once, 14 days before, to its presenter and the admins, all by one email each', async () => {
    await recorded(70, { presentationName: 'Far away' })
    const first = await recorded(80, { presentationName: 'Alpha round' })
    const second = await recorded(85, { presentationName: 'Beta round' })
    await stack.db
      .update(pitch)
      .set({ userId: stack.people.coHost.id, coHosts: [] })
      .where(eq(pitch.id, second.made.id))
    const lumen = await recorded(500, { presentationName: 'Elsewhere' })
    await change(lumen.id, { organisationId: stack.people.lumenAdmin.organisationId })
    await stack.db
      .update(pitch)
      .set({ organisationId: stack.people.lumenAdmin.organisationId })
      .where(eq(pitch.id, lumen.made.id))
    await Promise.all([apply(), apply()])
    await apply()
    const { presenter, coHost, admin } = stack.people
    const mails = await warnings()
    expect(Object.keys(mails).sort()).toEqual([admin.email, coHost.email, presenter.email].sort())
    expect(Object.values(mails).map(texts => texts.length)).toEqual([1, 1, 1])
    const [own = ''] = mails[presenter.email] ?? []
    expect(own).toMatch(/Alpha round/)
    expect(own).not.toMatch(/Beta round|Far away|Elsewhere/)
    expect(own).toMatch(/ask an admin for a legal hold/)
    const [all = ''] = mails[admin.email] ?? []
    expect(all).toMatch(/Alpha round[\s\S]*Beta round|Beta round[\s\S]*Alpha round/)
    expect(all).toMatch(/place a legal hold/)
    const titles = (await stack.as('presenter').getNoticeList({})).items.map(({ title }) => title)
    expect(titles.filter(title => title === 'A recording will be deleted soon')).toHaveLength(1)
    for (const [{ id }, left] of [
      [first, 14],
      [second, 14],
    ] as const)
      expect(Math.round(((await rowOf(id))?.dueAt?.getTime() ?? 0) / DAY - Date.now() / DAY)).toBe(left)
  })

  it('is removed with its media and transcript 14 days after the warning, and its row says why', async () => {
    const { id, line, uuid, made, storage, presenter, get } = await recorded(200)
    const said = {
      pitchId: made.id,
      speakerId: stack.people.presenter.id,
      speakerName: 'Paul',
      language: 'en',
    } as const
    const sentence = (startedAt: Date) => ({
      ...said,
      id: crypto.randomUUID(),
      text: 'x',
      startedAt,
      endedAt: startedAt,
    })
    await stack.db.insert(caption).values([sentence(new Date(ago(200).getTime() - 5000)), sentence(ago(1))])
    await apply()
    await apply()
    expect(await rowOf(id)).toMatchObject({ expiredAt: null, deletedAt: null })
    await change(id, { dueAt: ago(0.01) })
    await Promise.all([apply(), apply()])
    await runJobs({ ...stack, rooms: { ...stack.frame.rooms, recorded: [] } }, replayJobs)
    expect(await storage.read(segmentKey(id, line, 0))).toBeUndefined()
    expect(await stack.db.$count(recordingLine, eq(recordingLine.recordingId, id))).toBe(0)
    expect(await stack.db.$count(recordingGap, eq(recordingGap.recordingId, id))).toBe(0)
    expect(await stack.db.$count(caption, eq(caption.pitchId, made.id))).toBe(1)
    expect((await get('s0.m4s')).statusCode).toBe(404)
    await expect(presenter.getReplay({ uuid })).rejects.toThrow('RecordingNotFound')
    expect(await stack.actionsOn(id)).toEqual(['recording.expire'])
    const [listed] = (await presenter.getRecordingList({ deleted: true })).items
    expect(listed).toMatchObject({ id, restorable_until: null, bytes: 0 })
    expect(Date.parse(listed?.expired_time ?? '')).toBeGreaterThan(ago(0.1).getTime())
    await expect(stack.as('admin').restoreRecording({ id })).rejects.toThrow('RecordingNotFound')
    await change(id, { deletedAt: ago(KEPT_DAYS + 1) })
    await replayJobs.purgeRecordings({}, stack.frame)
    expect(await rowOf(id)).toBeDefined()
  })

  it('is not removed before its time, even when the period becomes shorter, without a warning', async () => {
    await setDays(0)
    const { id } = await recorded(400)
    await apply()
    expect(await rowOf(id)).toMatchObject({ dueAt: null, expiredAt: null })
    await setDays(30)
    await apply()
    const { dueAt } = (await rowOf(id)) ?? {}
    expect(dueAt?.getTime()).toBeGreaterThan(inDays(WARNED_DAYS - 0.1).getTime())
    await change(id, { dueAt: inDays(0.1) })
    await setDays(31)
    await apply()
    expect((await rowOf(id))?.expiredAt).toBeNull()
  })

  it('is warned of again when the period became longer, and not removed by the old warning', async () => {
    const { id } = await recorded(100)
    await warnedDaysAgo(id, 15)
    await setDays(120)
    await apply()
    expect(await rowOf(id)).toMatchObject({ dueAt: null, expiredAt: null })
    await change(id, { endedAt: ago(110) })
    await apply()
    expect((await warnings())[stack.people.admin.email]).toHaveLength(2)
    await setDays(0)
    await change(id, { dueAt: ago(1) })
    await apply()
    expect(await rowOf(id)).toMatchObject({ dueAt: null, expiredAt: null })
  })

  it('stays while its pitch is live or deleted, while it is not whole, and under a legal hold', async () => {
    const { id, made } = await recorded(200)
    await warnedDaysAgo(id, 15)
    const set = (values: Partial<typeof pitch.$inferInsert>) =>
      stack.db.update(pitch).set(values).where(eq(pitch.id, made.id))
    const stays = async () => {
      await apply()
      expect((await rowOf(id))?.expiredAt).toBeNull()
    }
    await set({ state: 'inProgress' })
    await stays()
    await set({ state: 'over', deletedAt: new Date() })
    await stays()
    await set({ deletedAt: null })
    await change(id, { readyAt: null })
    await stays()
    await change(id, { readyAt: ago(200) })
    const { organisationId, id: placedBy } = stack.people.admin
    await stack.db
      .insert(pitchHold)
      .values({ organisationId, pitchId: made.id, reason: 'Dispute', placedBy, placedAt: new Date() })
    await stays()
    expect((await rowOf(id))?.dueAt).toBeNull()
    await stack.db.update(pitchHold).set({ releasedAt: new Date() }).where(eq(pitchHold.pitchId, made.id))
    await apply()
    expect((await rowOf(id))?.dueAt?.getTime()).toBeGreaterThan(inDays(WARNED_DAYS - 0.1).getTime())
    expect((await rowOf(id))?.expiredAt).toBeNull()
  })

  it('is warned of again after it was deleted and restored', async () => {
    const { id, presenter } = await recorded(200)
    await warnedDaysAgo(id, 15)
    await presenter.deleteRecording({ id })
    await apply()
    expect((await rowOf(id))?.expiredAt).toBeNull()
    await presenter.restoreRecording({ id })
    await apply()
    expect((await rowOf(id))?.dueAt?.getTime()).toBeGreaterThan(inDays(WARNED_DAYS - 0.1).getTime())
  })

  it('is told to super admins where an organization has no one else who could keep it', async () => {
    const { organisationId } = stack.people.admin
    await recorded(200)
    await stack.frame.pool.query(
      `update account set state = 'disabled' where organisation_id = $1 and not 'superadmin' = any(roles)`,
      [organisationId],
    )
    await apply()
    await stack.frame.pool.query(
      `update account set state = 'active' where organisation_id = $1 and state = 'disabled'`,
      [organisationId],
    )
    expect(Object.keys(await warnings())).toEqual([stack.people.superadmin.email])
  })
})

describe('the retention period of an organization', () => {
  it('is from 30 to 3,650 days or none, and says how many recordings a shorter one reaches', async () => {
    for (const days of [1, 29, 3651, -1]) await expect(setDays(days)).rejects.toThrow('InputInvalid')
    const admin = stack.as('admin')
    await recorded(40)
    await recorded(20)
    const held = await recorded(400)
    expect(await admin.countDueRecordings({ days: 30 })).toEqual({ due: 3 })
    expect(await admin.countDueRecordings({ days: 40 })).toEqual({ due: 2 })
    const { organisationId, id: placedBy } = stack.people.admin
    await stack.db
      .insert(pitchHold)
      .values({ organisationId, pitchId: held.made.id, reason: 'Dispute', placedBy, placedAt: new Date() })
    expect(await admin.countDueRecordings({ days: 40 })).toEqual({ due: 1 })
    expect(await stack.as('lumenAdmin').countDueRecordings({ days: 30 })).toEqual({ due: 0 })
    await expect(stack.as('lumenAdmin').countDueRecordings({ days: 30, org_id: organisationId })).rejects.toThrow(
      'OrganisationNotFound',
    )
    expect(await stack.as('superadmin').countDueRecordings({ days: 30, org_id: organisationId })).toEqual({ due: 2 })
  })
})

describe('the list of recordings', () => {
  it('says when each is due, and finds and sorts those that are due soon', async () => {
    const far = await recorded(10)
    const soon = await recorded(85)
    const over = await recorded(200)
    await setDays(0)
    const listOf = async (more = {}) => (await stack.as('presenter').getRecordingList({ limit: 100, ...more })).items
    expect((await listOf()).map(({ due_time }) => due_time)).toEqual([null, null, null])
    await setDays(90)
    const daysLeft = new Map(
      (await listOf()).map(row => [row.id, Math.round((Date.parse(row.due_time ?? '') - Date.now()) / DAY)]),
    )
    // none is removed before its people were warned
    expect([far, soon, over].map(({ id }) => daysLeft.get(id))).toEqual([80, WARNED_DAYS, WARNED_DAYS])
    expect((await listOf({ due: true })).map(({ id }) => id).sort()).toEqual([soon.id, over.id].sort())
    expect((await listOf({ sort: 'due', order: 'desc' }))[0]?.id).toBe(far.id)
    expect((await stack.as('presenter').getReplay({ uuid: far.uuid })).decision?.due_time).not.toBeNull()
  })
})
