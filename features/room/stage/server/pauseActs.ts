import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { PitchAccess } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { liveStatusOf, livingPart } from '#features/room/room/server/livingHost.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { sharePart } from '#features/room/share/apply.ts'
import { suspendShare } from '#features/room/share/server/sharing.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import { turnRoomPage } from '#features/room/slides/server/turnRoomPage.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import type { ContextOf } from '#server/context.ts'
import { enqueueSettleStage } from './jobs.ts'
import { settleStage } from './settleStage.ts'

type Pausing = Pick<
  ContextOf<typeof stageCalls.sgFixPause>,
  'db' | 'now' | 'actor' | 'announce' | 'afterCommit' | 'enqueue' | 'frame' | 'request'
> &
  PitchAccess & { fail: (code: 'NoPermission' | 'PitchStateForbids') => never }

/**
 * [STATE-016, STATE-017] Pauses a live pitch or resumes it; a request for what it is already changes nothing. A shared
 * screen ends with the pause; a second device's comes back after it. During a pause LiveKit takes no media; after it, what each person on stage sent before.
 */
async function pausePitch(context: Pausing, paused: boolean) {
  const { db, actor, now, fail, announce, afterCommit, enqueue, frame, pitch } = context
  if (!presents(await livingPart(db, actor, context))) return fail('NoPermission')
  const room = await lockRoom(db, pitch.id, sharePart)
  if (room.status !== 2) return fail('PitchStateForbids')
  if (room.paused !== paused) {
    await announce(pitch.id, paused ? 'pitchPaused' : 'pitchResumed', {})
    if (paused) await suspendShare(context, pitch.id, room)
    const { uuid: subject, organisationId } = pitch
    await writeAudit(context, { action: paused ? 'pitch.pause' : 'pitch.resume', subject, organisationId })
    await enqueueSettleStage(enqueue, pitch.id, now)
    afterCommit(async () => void (await settleStage(frame, pitch.id)))
  }
  return liveStatusOf(db, pitch)
}

/** [CALL-049, STATE-047] */
export const sgFixPause = withPitch<typeof stageCalls.sgFixPause>('sees', context =>
  pausePitch(context, context.input.is_paused),
)

/** [CALL-048, STATE-046, STATE-047] A page action without a page turns by one. */
export const sgLivingAction = withPitch<typeof stageCalls.sgLivingAction>('sees', async context => {
  const { db, input, fail, pitch } = context
  const { action, index, pitch_uuid } = input
  if (action === 'pause' || action === 'resume') return pausePitch(context, action === 'pause')
  const room = await roomStateOf(db, pitch.id, slidesPart)
  if (room.status !== 2) return fail('PitchStateForbids')
  const page = input.page ?? room.page + (action === 'right' ? 1 : -1)
  await turnRoomPage({ ...context, input: { pitch_uuid, action, page, index } })
  return liveStatusOf(db, pitch)
})
