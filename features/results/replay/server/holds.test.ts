import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgottenAddress } from '#features/core/account/server/forgetQueries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { pitchHold } from '#features/core/pitch/server/tables.ts'
import { lineOf } from '#features/room/recording/server/queries.ts'
import { recording, recordingLine } from '#features/room/recording/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { type RoomStack, startRooms } from '#testing/startRooms.ts'
import { KEPT_DAYS } from '../rules.ts'
import { purgeLines, replayJobs } from './jobs.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

const held = async (more: Parameters<typeof recordedPitch>[1] = {}) => {
  const made = await recordedPitch(stack, more)
  const { uuid } = made
  await stack.as('admin').placeLegalHold({ uuid, reason: 'Dispute with Acme' })
  return { ...made, release: () => stack.as('admin').releaseLegalHold({ uuid, reason: 'Settled' }) }
}

describe('a legal hold on the recordings of a pitch', () => {
  it('stops every way by which they could be removed, until it is released', async () => {
    const { uuid, made, id, presenter, release } = await held()
    const admin = stack.as('admin')
    const ways = [
      () => presenter.deleteRecording({ id }),
      () => admin.deleteRecording({ id }),
      () => admin.RestartPitch({ uuid }),
      () => admin.resetPitch({ uuid }),
      () => admin.deletePitch({ uuid, id: made.id }),
      () => stack.as('superadmin').deletePitch({ uuid, id: made.id }),
    ]
    for (const way of ways) await expect(way()).rejects.toThrow('RecordingHeld')
    expect((await presenter.getReplay({ uuid })).id).toBe(id)
    await release()
    await presenter.deleteRecording({ id })
    expect(await stack.actionsOn(uuid)).toEqual(expect.arrayContaining(['recording.hold', 'recording.releaseHold']))
  })

  it('keeps a recording that was deleted before, beyond the time in which it can be restored', async () => {
    const made = await recordedPitch(stack)
    await made.presenter.deleteRecording({ id: made.id })
    await stack.as('admin').placeLegalHold({ uuid: made.uuid, reason: 'Dispute' })
    const long = new Date(Date.now() - (KEPT_DAYS + 1) * 86_400_000)
    await stack.db.update(recording).set({ deletedAt: long }).where(eq(recording.id, made.id))
    const isThere = () => stack.db.$count(recording, eq(recording.id, made.id))
    await replayJobs.purgeRecordings({}, stack.frame)
    expect(await isThere()).toBe(1)
    await stack.as('superadmin').releaseLegalHold({ uuid: made.uuid, reason: 'Settled' })
    await replayJobs.purgeRecordings({}, stack.frame)
    expect(await isThere()).toBe(0)
  })

  it('is placed by admins alone, once, and released by none who presents the pitch', async () => {
    const { uuid } = await recordedPitch(stack, { coHosts: [stack.people.admin.email] })
    const place = () => stack.as('admin').placeLegalHold({ uuid, reason: 'Dispute' })
    for (const who of ['presenter', 'pitchadmin', 'useradmin', 'investor'] as const)
      await expect(stack.as(who).placeLegalHold({ uuid, reason: 'x' })).rejects.toThrow('NotAllowed')
    await expect(stack.as('lumenAdmin').placeLegalHold({ uuid, reason: 'x' })).rejects.toThrow('PitchNotFound')
    for (const reason of ['', ' ', 'x'.repeat(501)])
      await expect(stack.as('admin').placeLegalHold({ uuid, reason })).rejects.toThrow('InputInvalid')
    expect((await outcomesOf([place(), place()])).sort()).toEqual(['PitchStateForbids', 'done'])
    await expect(stack.as('admin').releaseLegalHold({ uuid, reason: 'x' })).rejects.toThrow('NoPermission')
    const { decision } = await stack.as('presenter').getReplay({ uuid })
    expect(decision).toMatchObject({ hold: { reason: 'Dispute', by: 'Ada Admin' }, may_hold: false, due_time: null })
    const list = async (isHeld: boolean) =>
      (await stack.as('admin').getRecordingList({ limit: 100, held: isHeld })).items.filter(row => row.uuid === uuid)
    expect((await list(true)).map(({ is_held }) => is_held)).toEqual([true])
    await stack.as('superadmin').releaseLegalHold({ uuid, reason: 'Settled' })
    expect(await list(true)).toEqual([])
    const [row] = await stack.db.select().from(pitchHold).where(eq(pitchHold.reason, 'Dispute'))
    expect(row).toBeDefined()
  })

  it('puts off what a purge of a person removes, which is done by itself at its release', async () => {
    const { id, release, made } = await held()
    const { id: gone } = stack.people.coHost
    await lineOf(stack.db, id, gone, 'microphone')
    const theirs = () =>
      stack.db.$count(recordingLine, and(eq(recordingLine.recordingId, id), eq(recordingLine.accountId, gone)))
    const { email } = stack.people.coHost
    await stack.db
      .update(account)
      .set({ email: forgottenAddress(gone) })
      .where(eq(account.id, gone))
    await stack.db.transaction(db => purgeLines(db, gone))
    expect(await theirs()).toBe(1)
    await release()
    await replayJobs.purgeReleased({ pitchId: made.id }, stack.frame)
    expect(await theirs()).toBe(0)
    await stack.db.update(account).set({ email }).where(eq(account.id, gone))
  })
})
