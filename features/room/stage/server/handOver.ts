import { type AuditContext, writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { TeamPart } from '#features/room/room/hosts.ts'
import { endLivePitch } from '#features/room/room/server/endLivePitch.ts'
import { leading } from '#features/room/room/server/livingHost.ts'
import type { Acting } from '#features/room/room/server/occasions.ts'
import { teamInRoom } from '#features/room/room/server/teamQueries.ts'
import { settleVideo } from '#features/room/video/server/jobs.ts'
import { rightTime } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { addJob } from '#server/jobs/jobs.ts'

/** Somebody of the team who is in the room. */
export interface Taker {
  readonly user_id: string
  readonly name: string
  readonly part: TeamPart
}

type Handing = Pick<Context, 'db' | 'announce' | 'afterCommit' | 'frame'> & Pick<AuditContext, 'actor' | 'request'>

/** How long after a hand-over it is looked whether whoever leads now is there, in milliseconds: more than a reload takes. */
const LOOK = 10_000

/** [STATE-039] Who of the team is in the room but for one, the first of whom takes the pitch over. */
export async function takersOf(db: Transaction, pitch: PitchRow, without: string): Promise<Taker[]> {
  return (await teamInRoom(db, pitch)).filter(taker => taker.user_id !== without)
}

/** Makes somebody the one who leads the pitch. The caller holds the room. */
export async function handTo(context: Handing, pitch: PitchRow, from: string, taker: Taker): Promise<void> {
  const to = taker.user_id
  await context.announce(pitch.id, 'hostChanged', leading(pitch, to, taker.name))
  const { uuid: subject, organisationId } = pitch
  await writeAudit(context, { action: 'pitch.handOver', subject, organisationId, detail: { from, to } })
  const at = rightTime()
  const handed = { pitchId: pitch.id, from, to, at }
  await addJob(context.db, 'watchHandOver', handed, {
    key: `watchHandOver:${pitch.id}`,
    runAt: new Date(at + LOOK),
  })
  for (const accountId of [to, from]) await settleVideo(context, pitch.id, accountId)
}

/**
 * [STATE-039, STATE-040] Whoever led the pitch goes: the first of the team who is there leads it from now on, and
 * without anybody it ends. Answers who leads it then.
 */
export async function handOnOrEnd(context: Acting, pitch: PitchRow, from: string): Promise<string> {
  const [taker] = await takersOf(context.db, pitch, from)
  if (taker) await handTo(context, pitch, from, taker)
  else await endLivePitch(context, pitch)
  return taker?.user_id ?? from
}
