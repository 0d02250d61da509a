import { type AuditContext, writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { TeamPart } from '#features/room/room/hosts.ts'
import { type Acting, endLivePitch } from '#features/room/room/server/liveActs.ts'
import { leaderFields } from '#features/room/room/server/livingHost.ts'
import { teamInRoom } from '#features/room/room/server/teamQueries.ts'
import { settleVideo } from '#features/room/video/server/jobs.ts'
import { rightTime } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { addJob } from '#server/jobs/jobs.ts'

/** A member of the team who is in the room. */
export interface Taker {
  readonly user_id: string
  readonly name: string
  readonly part: TeamPart
}

type HandOverContext = Pick<Context, 'db' | 'announce' | 'afterCommit' | 'frame'> &
  Pick<AuditContext, 'actor' | 'request'>

/** Milliseconds between a hand-over and the check that the new leader is there: longer than a reload takes. */
const HAND_OVER_CHECK = 10_000

/** [STATE-039] The members of the team who are in the room, except the leader; the first takes the pitch over. */
export async function takersOf(db: Transaction, pitch: PitchRow, leader: string): Promise<Taker[]> {
  return (await teamInRoom(db, pitch)).filter(taker => taker.user_id !== leader)
}

/** Makes the taker the leader of the pitch. The caller holds the room. */
export async function handOverTo(context: HandOverContext, pitch: PitchRow, from: string, taker: Taker): Promise<void> {
  const to = taker.user_id
  await context.announce(pitch.id, 'hostChanged', leaderFields(pitch, to, taker.name))
  const { uuid: subject, organisationId } = pitch
  await writeAudit(context, { action: 'pitch.handOver', subject, organisationId, detail: { from, to } })
  const at = rightTime()
  const handOver = { pitchId: pitch.id, from, to, at }
  await addJob(context.db, 'watchHandOver', handOver, {
    key: `watchHandOver:${pitch.id}`,
    runAt: new Date(at + HAND_OVER_CHECK),
  })
  for (const accountId of [to, from]) await settleVideo(context, pitch.id, accountId)
}

/** [STATE-039, STATE-040] The leader goes: the first member of the team in the room leads; without one the pitch ends. */
export async function handOverOrEnd(context: Acting, pitch: PitchRow, from: string): Promise<void> {
  const [taker] = await takersOf(context.db, pitch, from)
  if (taker) await handOverTo(context, pitch, from, taker)
  else await endLivePitch(context, pitch)
}
