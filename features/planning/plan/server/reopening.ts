import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isLockedFor, wireStatus } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { askForReview } from '#features/planning/approval/server/asking.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { announceDeck } from '#features/room/deck/server/roomDeck.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { clearAttendance, clearPageReads } from '#features/room/room/server/stays.ts'
import type { Context, ContextOf } from '#server/context.ts'
import { type MayRefuse, type Occasion, raise } from '#server/occasions.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /**
     * A pitch that is over opens again; a reset also removes what attendees said of it. Raised before its room is
     * notified.
     */
    pitchReopens: Occasion<
      Pick<Context, 'db' | 'now'> & MayRefuse<'RecordingHeld'>,
      { pitch: PitchRow; action: 'restart' | 'reset' }
    >
  }
}

/** CALL-065. [STATE-030] */
export const RestartPitch = withPitch<typeof planCalls.RestartPitch>('manages', async context => {
  const { pitch, actor, fail } = context
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  const { uuid, organisationId, state } = (await reopen(context, pitch, 'restart')) ?? fail('PitchStateForbids')
  await writeAudit(context, { action: 'pitch.restart', subject: uuid, organisationId })
  return { status: wireStatus(state) }
})

/** CALL-030. [STATE-032] Not for presenters, who could remove the feedback about themselves. */
export const resetPitch = withPitch<typeof planCalls.resetPitch>('manages', async context => {
  const { pitch, fail } = context
  const { uuid, organisationId, state } = (await reopen(context, pitch, 'reset')) ?? fail('PitchStateForbids')
  await writeAudit(context, { action: 'pitch.reset', subject: uuid, organisationId })
  return { status: wireStatus(state) }
})

/**
 * Opens a pitch that is over, so that it can be presented again: everyone still in its room sees it as before the
 * start. Its attendance, captions and shown questions are removed, because they belong to the previous run. A reset
 * removes feedback, ratings and for how long its slides were read as well; chat, invitations and commitments stay. Undefined when the state forbids it.
 */
export async function reopen(
  context: Pick<ContextOf<typeof planCalls.resetPitch>, 'db' | 'now' | 'announce' | 'enqueue' | 'frame' | 'actor'> &
    MayRefuse<'RecordingHeld'>,
  { id }: PitchRow,
  action: 'restart' | 'reset',
): Promise<PitchRow | undefined> {
  const { db, now, announce } = context
  const pitch = await changePitchState(db, { id }, action)
  if (!pitch) return undefined
  // before its recordings, as its live acts lock them
  await lockRoom(db, id)
  await clearAttendance(db, id, now)
  if (action === 'reset') await clearPageReads(db, id)
  await raise(context, 'pitchReopens', { pitch, action })
  await announce(id, 'pitchReopened', {})
  // slides uploaded during the previous run belong to the next one
  await announceDeck(context, id)
  await askForReview(context, pitch)
  return pitch
}
