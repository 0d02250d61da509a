import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitchJobs } from '#features/core/pitch/server/feature.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { deckFile } from '#features/room/deck/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { shown } from '#testing/statement.ts'
import { planJobs } from './jobs.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const notFound = { code: 'PitchNotFound' }
const age = (id: number, days: number) =>
  stack.frame.pool.query(`update pitch set deleted_at = now() - make_interval(days => $2) where id = $1`, [id, days])

describe('deletePitch', () => {
  it('[CALL-022, STATE-037] deletes a pitch, and cancels it in the calendar of every attendee', async () => {
    const { id, uuid } = await stack.create('presenter', {
      attendees_arr: [{ email: 'gone@x.test' }],
      moderator: 'mod-gone@x.test',
    })
    const [invitation] = await stack.mailsTo('gone@x.test')
    const access_token = stack.tokenIn(invitation)
    const joined = await stack.as('nobody').exchangeJoinLink({ uuid, access_token })
    await stack.as('presenter').deletePitch({ id, uuid })
    const [, cancelled] = await stack.mailsTo('gone@x.test', 2)
    expect(cancelled).toMatchObject({ kind: 'pitchCancellation' })
    for (const line of ['METHOD:CANCEL', 'SEQUENCE:1', 'STATUS:CANCELLED'])
      expect(cancelled?.calendar?.split('\r\n')).toContain(line)
    expect(cancelled?.text).not.toContain('access_token')
    expect((await stack.mailsTo('mod-gone@x.test', 2)).at(-1)).toMatchObject({ kind: 'pitchTeamCancellation' })

    await expect(stack.as('presenter').getPitchDetail({ uuid })).rejects.toMatchObject(notFound)
    await expect(stack.as('presenter').getPitchById({ id })).rejects.toMatchObject(notFound)
    await expect(stack.as('nobody').exchangeJoinLink({ uuid, access_token })).rejects.toMatchObject({
      code: 'JoinLinkWrong',
    })
    await expect(stack.withToken(joined.access_token).getPitchDetail({ uuid })).rejects.toMatchObject({
      code: 'NotSignedIn',
    })
    const [noted] = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'pitch.delete'))
    expect(noted).toMatchObject({ subject: uuid, actorId: stack.people.presenter.id })
  })

  it('closes the room for everybody in it', async () => {
    const { id, uuid } = await stack.create('presenter')
    stack.rooms.recorded.length = 0
    await stack.as('presenter').deletePitch({ id, uuid })
    const closed = stack.rooms.recorded.filter(({ act }) => act === 'disconnect').flatMap(({ args }) => args)
    expect(closed).toEqual([{ attendeesOf: id, andTeam: true }])
  })

  it('[CALL-022] refuses a pair of ids that are not of one pitch, and deletes neither', async () => {
    const mine = await stack.create('presenter')
    const other = await stack.create('presenter')
    const foreign = await stack.create('lumenPresenter')
    for (const [id, uuid] of [
      [mine.id, other.uuid],
      [other.id, mine.uuid],
      [mine.id, foreign.uuid],
      [foreign.id, mine.uuid],
      [foreign.id, foreign.uuid],
      [987_654, mine.uuid],
      [mine.id, '00000000-0000-4000-8000-000000000000'],
    ] as const)
      await expect(stack.as('presenter').deletePitch({ id, uuid })).rejects.toMatchObject(notFound)
    for (const { uuid } of [mine, other]) await stack.as('presenter').getPitchDetail({ uuid })
    await stack.as('lumenPresenter').getPitchDetail({ uuid: foreign.uuid })
  })

  it('refuses a pitch that is live, until its results are in', async () => {
    const { id, uuid } = await stack.create('presenter')
    await stack.take(id, 'start')
    const refused = { code: 'PitchStateForbids' }
    await expect(stack.as('presenter').deletePitch({ id, uuid })).rejects.toMatchObject(refused)
    await expect(stack.as('superadmin').deletePitch({ id, uuid })).rejects.toMatchObject(refused)
  })

  it('deletes once when two requests race', async () => {
    const { id, uuid } = await stack.create('presenter')
    const both = [1, 2].map(() => stack.as('presenter').deletePitch({ id, uuid }))
    expect(await outcomesOf(both)).toEqual(['PitchNotFound', 'done'])
  })
})

describe('restorePitch', () => {
  it('undoes a deletion for 30 days, and invites the recipients of the cancellation again', async () => {
    const { id, uuid } = await stack.create('presenter', { attendees_arr: [{ email: 'back@x.test' }] })
    await stack.mailsTo('back@x.test')
    await stack.as('presenter').deletePitch({ id, uuid })
    await stack.mailsTo('back@x.test', 2)
    await age(id, 29)
    await planJobs.purgePitch({ pitchId: id }, stack.frame)
    await stack.as('presenter').restorePitch({ uuid })
    const mails = await stack.mailsTo('back@x.test', 3)
    expect(mails.at(-1)).toMatchObject({ kind: 'pitchInvitation', calendar: expect.stringContaining('SEQUENCE:2') })
    expect(await stack.as('presenter').getPitchDetail({ uuid })).toMatchObject({ id, attendees: 1 })
    await expect(stack.as('presenter').restorePitch({ uuid })).rejects.toMatchObject(notFound)
  })

  it('refuses callers who do not manage the pitch', async () => {
    const { id, uuid } = await stack.create('presenter', { is_public: true })
    await stack.as('presenter').deletePitch({ id, uuid })
    for (const name of ['lumenAdmin', 'lumenPresenter', 'coHost', 'useradmin'] as const)
      await expect(stack.as(name).restorePitch({ uuid })).rejects.toMatchObject(notFound)
    await stack.as('pitchadmin').restorePitch({ uuid })
  })

  it('is over after 30 days: the pitch and its invitations are gone, commitments keep theirs', async () => {
    const plain = await stack.create('presenter', { attendees_arr: [{ email: 'purged@x.test' }] })
    const paid = await stack.create('presenter', { is_public: true })
    await stack.take(paid.id, 'start')
    await stack.as('investor').commitInPitch({ uuid: paid.uuid, money_amount: '$5', initials: 'II', ...shown })
    await stack.take(paid.id, 'end')
    await pitchJobs.finishPitch({ pitchId: paid.id }, stack.frame)
    const { id: uploadedBy, organisationId } = stack.people.presenter
    await stack.db
      .insert(deckFile)
      .values({ organisationId, uploadedBy, pitchId: plain.id, name: 'purged.pdf', type: 'pdf', size: 1 })
    for (const one of [plain, paid]) {
      await stack.as('presenter').deletePitch(one)
      await age(one.id, 31)
      await planJobs.purgePitch({ pitchId: one.id }, stack.frame)
    }
    const left = async (id: number) => (await stack.db.select().from(pitch).where(eq(pitch.id, id))).length
    expect([await left(plain.id), await left(paid.id)]).toEqual([0, 1])
    expect(await stack.db.select().from(attendee).where(eq(attendee.pitchId, plain.id))).toEqual([])
    // The file's bytes are not in the database: upkeep finds the row that is left, and removes both.
    const [file] = await stack.db.select().from(deckFile).where(eq(deckFile.name, 'purged.pdf'))
    expect(file).toMatchObject({ pitchId: null })
    await expect(stack.as('presenter').restorePitch({ uuid: plain.uuid })).rejects.toMatchObject(notFound)
  })

  it('does not remove a pitch that was restored in time', async () => {
    const { id, uuid } = await stack.create('presenter')
    await planJobs.purgePitch({ pitchId: id }, stack.frame)
    expect(await stack.as('presenter').getPitchDetail({ uuid })).toMatchObject({ uuid })
  })
})
