import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { manages, presents, wireStatus } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import type { roomCalls } from '#features/room/room/contract.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { leaderFields, withLivingPart } from '#features/room/room/server/livingHost.ts'
import { rightNow } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { type MayRefuse, type Occasion, raise } from '#server/occasions.ts'
import { noteStarted } from './stays.ts'

/** The context in which a pitch starts and ends. */
export type Acting = Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame' | 'request'> & {
  readonly actor: Actor
}

declare module '#server/occasions.ts' {
  interface Occasions {
    /** A pitch goes live, before its room gets the event. */
    roomStarts: Occasion<Acting & MayRefuse<'PitchNotReady'>, PitchRow>
    /** A pitch has gone live, and its room has the event. */
    roomStarted: Occasion<Acting, PitchRow>
    /** A pitch or a rehearsal ends, before its room gets the event. The room is held. */
    roomEnds: Occasion<Acting, PitchRow>
  }
}

/** [GAP-021] From status 0 to status 2. [ERR-040] A pitch without anything to show does not start. */
export const startPitch = withPitch<typeof roomCalls.startPitch>(manages, async context => {
  const { db, actor, fail, announce, part } = context
  const pitch = await changePitchState(db, context.pitch, 'start')
  if (!pitch) return fail('PitchStateForbids')
  await raise(context, 'roomStarts', pitch)
  const host = presents(part) ? actor.accountId : pitch.userId
  const startedAt = (pitch.realStartAt ?? rightNow()).toISOString()
  await announce(pitch.id, 'pitchStarted', { startedAt, ...leaderFields(pitch, host, actor.name) })
  await noteStarted(db, pitch.id, pitch.realStartAt ?? context.now)
  await writeAudit(context, { action: 'pitch.start', subject: pitch.uuid, organisationId: pitch.organisationId })
  await raise(context, 'roomStarted', pitch)
  return { status: wireStatus(pitch.state) }
})

/** [CALL-032, STATE-034] For its managers and its leader. */
export const endPitch = withPitch<typeof roomCalls.endPitch>(
  'sees',
  withLivingPart(manages, async context => {
    const pitch = await endLivePitch(context, context.pitch)
    return pitch ? { status: wireStatus(pitch.state) } : context.fail('PitchStateForbids')
  }),
)

/** Ends a live pitch, its room and its video. Returns undefined when the pitch is not live. */
export async function endLivePitch(context: Acting, { id }: Pick<PitchRow, 'id'>): Promise<PitchRow | undefined> {
  const pitch = await changePitchState(context.db, { id }, 'end')
  if (!pitch) return undefined
  await lockRoom(context.db, id)
  await raise(context, 'roomEnds', pitch)
  await context.announce(id, 'pitchEnded', { endedAt: (pitch.realEndAt ?? rightNow()).toISOString() })
  await writeAudit(context, { action: 'pitch.end', subject: pitch.uuid, organisationId: pitch.organisationId })
  return pitch
}
