import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { commitment } from '#features/results/commitment/server/tables.ts'
import { roomEvent } from '#features/room/room/server/tables.ts'
import { openDatabase } from '#server/db/database.ts'
import { onDatabase } from '#testing/database.ts'
import type { PersonName } from '#testing/people.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { follow, type RoomStack, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { shown } from '#testing/statement.ts'
import { type CommitCut, openCommitCut } from './commitCut.ts'

let stack: RoomStack
let line: CommitCut
let close: () => Promise<void>
beforeAll(async () => {
  stack = await startRooms()
  const { rows } = await stack.db.execute<{ name: string }>(sql`select current_database() as name`)
  line = await openCommitCut(onDatabase(inject('postgres'), rows[0]?.name ?? ''))
  const { pool, db } = openDatabase(line.url)
  const direct = { pool: stack.frame.pool, db: stack.frame.db }
  // the calls use the relay, the checks do not
  Object.assign(stack.frame, { pool, db })
  close = async () => {
    Object.assign(stack.frame, direct)
    await pool.end()
    line.stop()
  }
})
afterEach(() => stack.empty())
afterAll(async () => {
  await close()
  await stack.stop()
})

/** A call as a browser makes it: it repeats an unanswered request under the same key. Returns all answers. */
async function insist(who: PersonName, name: Parameters<typeof rawCall>[1], fields: unknown, key = randomUUID()) {
  const headers = { authorization: `Bearer ${stack.people[who].token}`, 'idempotency-key': key }
  const answers: Awaited<ReturnType<typeof rawCall>>[] = []
  do answers.push(await rawCall(stack.app, name, fields, { headers }))
  while (answers.at(-1)?.status === 503 && answers.length < 5)
  return answers
}
const commitmentsOf = (accountId: string) =>
  stack.db.select().from(commitment).where(eq(commitment.accountId, accountId))

describe('a database connection that is cut after COMMIT', () => {
  it.each([1, 3])('%i times leaves one commitment with one audit entry, and its answer', async times => {
    const { uuid } = await seedPitch(stack, { state: 'inProgress', isPublic: true })
    const investor = times === 1 ? 'investor' : 'secondInvestor'
    const before = line.cuts()
    // a repeat only looks up the kept answer, and that transaction is cut as well
    line.arm('answered_call', times)
    const answers = await insist(investor, 'commitInPitch', { uuid, money_amount: '$25,000', initials: 'II', ...shown })
    expect(line.cuts() - before).toBe(times)
    expect(answers.map(({ status }) => status)).toEqual([...Array(times).fill(503), 200])
    const made = await commitmentsOf(stack.people[investor].id)
    expect(made).toHaveLength(1)
    expect(answers.at(-1)?.body.data).toEqual({ id: made[0]?.id, money_amount: '$25,000' })
    const noted = await stack.db
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.subject, String(made[0]?.id)))
    expect(noted).toHaveLength(1)
  })

  it('leaves one commitment when it is repeated at the same moment', async () => {
    const { uuid } = await seedPitch(stack, { owner: 'lumenPresenter', state: 'inProgress', isPublic: true })
    const key = randomUUID()
    line.arm('commitment')
    const ask = { uuid, money_amount: '$9', initials: 'LI', ...shown }
    const all = await Promise.all([1, 2, 3].map(() => insist('lumenInvestor', 'commitInPitch', ask, key)))
    expect(all.flat().some(({ status }) => status === 503)).toBe(true)
    expect(new Set(all.map(answers => JSON.stringify(answers.at(-1)?.body.data))).size).toBe(1)
    expect(await commitmentsOf(stack.people.lumenInvestor.id)).toHaveLength(1)
  })

  it('leaves one pitch, where without a key there are two (the control)', async () => {
    const named = (presentation_name: string) =>
      stack.db.select().from(pitch).where(eq(pitch.presentationName, presentation_name))
    line.arm('answered_call')
    const answers = await insist('presenter', 'createPitchByPresenter', pitchForm({ presentation_name: 'With a key' }))
    expect(answers.map(({ status }) => status)).toEqual([503, 200])
    expect((await named('With a key')).map(({ uuid }) => uuid)).toEqual([answers[1]?.body.data.uuid])
    line.arm('"pitch"')
    const headers = { authorization: `Bearer ${stack.people.presenter.token}` }
    const without = () =>
      rawCall(stack.app, 'createPitchByPresenter', pitchForm({ presentation_name: 'Without' }), { headers })
    expect([(await without()).status, (await without()).status]).toEqual([503, 200])
    expect(await named('Without')).toHaveLength(2)
  })

  it('sends a room’s event once, and everybody sees it although the notification was cut', async () => {
    const { id, uuid } = await seedPitch(stack, { state: 'inProgress', isPublic: true })
    const seen = follow(stack.connect('investor', uuid))
    await until(() => seen.first)
    line.arm('room_event')
    const said = { group_uuid: seen.first?.group_uuid, content: 'Good evening', local_msg_id: randomUUID() }
    const answers = await insist('investor', 'sendMessage', said)
    expect(answers.map(({ status }) => status)).toEqual([503, 200])
    await until(() => seen.view?.chat.messages.length === 1)
    const events = await stack.db.select().from(roomEvent).where(eq(roomEvent.pitchId, id))
    expect(events).toHaveLength(1)
    expect(seen.events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq))
  }, 30_000)
})
