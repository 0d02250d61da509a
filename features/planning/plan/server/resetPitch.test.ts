import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { readRoom } from '#features/room/room/server/queries.ts'
import { attendance, pageView } from '#features/room/room/server/tables.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { shown } from '#testing/statement.ts'

const emptyRoom = roomModel.emptyView.room

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

/** A pitch that is over, with attendance, feedback and a commitment. */
async function endedPitch() {
  const { id, uuid } = await stack.create('presenter', { is_public: true })
  const owner = stack.as('presenter')
  await owner.startPitch({ uuid })
  const accountId = stack.people.investor.id
  const stay = {
    pitchId: id,
    accountId,
    serverId: crypto.randomUUID(),
    part: 'attendee' as const,
    joinedAt: new Date(),
  }
  await stack.db.insert(attendance).values([{ ...stay, leftAt: new Date() }, stay])
  await stack.db.insert(pageView).values({ pitchId: id, accountId, page: 1, milliseconds: 9000 })
  await stack.as('investor').createAttendeeFeedback({ uuid, select: 'invest' })
  await stack.as('investor').commitInPitch({ uuid, money_amount: '25000', initials: 'II', ...shown })
  await owner.endPitch({ uuid })
  await stack.as('investor').createPitchEPFeedback({ uuid, rating: 'good' })
  for (const until = Date.now() + 10_000; (await owner.getPitchDetail({ uuid })).state !== 'over'; )
    if (Date.now() > until) throw new Error('the pitch does not get over')
  return { id, uuid }
}

const cameOf = async (uuid: string) => {
  const owner = stack.as('presenter')
  return {
    feedback: (await owner.getAttendeeFeedbackList({ uuid })).total,
    ratings: (await owner.getPitchEPFeedbackList({ uuid })).total,
    commitments: (await owner.getCommitmentList({ uuid })).total,
  }
}
const audited = async (action: string, subject: string) =>
  (
    await stack.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.action, action), eq(auditEntry.subject, subject)))
  ).length

describe('RestartPitch', () => {
  it('[CALL-065, STATE-030] opens a pitch that is over, to be presented again from the start', async () => {
    const { id, uuid } = await endedPitch()
    const before = await readRoom(stack.frame, id)
    expect(await stack.as('presenter').RestartPitch({ uuid })).toEqual({ status: 0 })
    const detail = await stack.as('presenter').getPitchDetail({ uuid })
    expect(detail).toMatchObject({ state: 'delivered', status: 0, real_start_time: null, real_end_time: null })
    const after = await readRoom(stack.frame, id)
    expect(after.view.room).toEqual({ ...emptyRoom, pages: before.view.room.pages })
    expect(after.seq).toBe(before.seq + 1)
    expect(after.view.chat).toEqual(before.view.chat)
    expect(await cameOf(uuid)).toEqual({ feedback: 1, ratings: 1, commitments: 1 })
    expect(await stack.as('presenter').startPitch({ uuid })).toEqual({ status: 2 })
    expect(await audited('pitch.restart', uuid)).toBe(1)
  })

  it('removes the attendance of the first run; for people still in the room it begins now', async () => {
    const { id, uuid } = await endedPitch()
    const since = new Date()
    await stack.as('presenter').RestartPitch({ uuid })
    const stays = await stack.db.select().from(attendance).where(eq(attendance.pitchId, id))
    expect(stays).toMatchObject([{ leftAt: null }])
    expect(stays[0]?.joinedAt.getTime()).toBeGreaterThanOrEqual(since.getTime() - 1000)
    expect(await stack.db.select().from(pageView).where(eq(pageView.pitchId, id))).toEqual([])
  })

  it('happens once when two requests race, and not to a pitch that is not over', async () => {
    const { uuid } = await endedPitch()
    const all = [1, 2, 3].map(() => stack.as('presenter').RestartPitch({ uuid }))
    expect(await outcomesOf(all)).toEqual(['PitchStateForbids', 'PitchStateForbids', 'done'])
    await stack.as('presenter').startPitch({ uuid })
    await expect(stack.as('presenter').RestartPitch({ uuid })).rejects.toMatchObject({ code: 'PitchStateForbids' })
  })

  it('is for managers of the pitch', async () => {
    const { uuid } = await endedPitch()
    await expect(stack.as('investor').RestartPitch({ uuid })).rejects.toMatchObject({ code: 'NotAllowed' })
    await expect(stack.as('lumenAdmin').RestartPitch({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
    await stack.as('pitchadmin').RestartPitch({ uuid })
  })
})

describe('resetPitch', () => {
  it('[CALL-030, STATE-032] takes a pitch back to undelivered, without what people said; money is a record', async () => {
    const { id, uuid } = await endedPitch()
    expect(await stack.as('admin').resetPitch({ uuid })).toEqual({ status: 0 })
    expect(await stack.as('presenter').getPitchDetail({ uuid })).toMatchObject({
      state: 'scheduled',
      real_start_time: null,
      real_end_time: null,
    })
    expect((await readRoom(stack.frame, id)).view.room).toEqual(emptyRoom)
    expect(await cameOf(uuid)).toEqual({ feedback: 0, ratings: 0, commitments: 1 })
    expect(await audited('pitch.reset', uuid)).toBe(1)
  })

  it('[STATE-032] never happens to a live pitch, and once when requests race', async () => {
    const { id, uuid } = await stack.create('presenter')
    await stack.take(id, 'start')
    await expect(stack.as('admin').resetPitch({ uuid })).rejects.toMatchObject({ code: 'PitchStateForbids' })
    const { uuid: endedUuid } = await endedPitch()
    const both = [1, 2].map(() => stack.as('admin').resetPitch({ uuid: endedUuid }))
    expect(await outcomesOf(both)).toEqual(['PitchStateForbids', 'done'])
  })

  it('is not for presenters, who could remove the feedback about themselves', async () => {
    const { uuid } = await endedPitch()
    await expect(stack.as('presenter').resetPitch({ uuid })).rejects.toMatchObject({ code: 'NotAllowed' })
    await expect(stack.as('lumenAdmin').resetPitch({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
  })
})
