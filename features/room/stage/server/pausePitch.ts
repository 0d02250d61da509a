import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import { sharePart } from '#features/room/share/apply.ts'
import { endShare } from '#features/room/share/server/sharing.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import type { ContextOf } from '#server/context.ts'
import { settleStageLater } from './jobs.ts'
import { settleStage } from './settleStage.ts'
import { standingOf } from './standing.ts'

type Pausing = Pick<
  ContextOf<typeof stageCalls.sgFixPause>,
  'db' | 'now' | 'actor' | 'announce' | 'afterCommit' | 'enqueue' | 'frame' | 'request'
> & {
  fail: (code: 'PitchNotFound' | 'NoPermission' | 'PitchStateForbids') => never
}

/**
 * [STATE-016, STATE-017] Pauses a live pitch or lets it go on; what it is already, it stays without a word. A shared screen
 * ends with the pause. LiveKit takes nothing of anybody in a pause, and from everybody on stage what it took before after it.
 */
export async function pausePitch(context: Pausing, uuid: string, paused: boolean) {
  const { db, actor, now, fail, announce, afterCommit, enqueue, frame } = context
  const access = await pitchFor(db, actor, uuid)
  if (!access) return fail('PitchNotFound')
  if (!presents(await livingPart(db, actor, access))) return fail('NoPermission')
  const { pitch } = access
  const room = await lockRoom(db, pitch.id, sharePart)
  if (room.status !== 2) return fail('PitchStateForbids')
  if (room.paused !== paused) {
    await announce(pitch.id, paused ? 'pitchPaused' : 'pitchResumed', {})
    if (paused) await endShare(context, pitch.id, room)
    const { uuid: subject, organisationId } = pitch
    await writeAudit(context, { action: paused ? 'pitch.pause' : 'pitch.resume', subject, organisationId })
    await settleStageLater(enqueue, pitch.id, now)
    afterCommit(async () => void (await settleStage(frame, pitch.id)))
  }
  return standingOf(db, pitch)
}
