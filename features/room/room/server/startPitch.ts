import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { manages, presents, wireStatus } from '#features/core/pitch/rules.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import type { roomCalls } from '#features/room/room/contract.ts'
import { leading } from '#features/room/room/server/livingHost.ts'
import { rightNow } from '#server/clock.ts'
import type { Handler } from '#server/context.ts'
import { raise } from '#server/occasions.ts'

/** [GAP-021] From status 0 to status 2. [ERR-040] Not before there is something to show. */
export const startPitch: Handler<typeof roomCalls.startPitch> = async context => {
  const { db, actor, input, fail, announce } = context
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  if (!manages(access.part)) return fail('NoPermission')
  const pitch = await changePitchState(db, access.pitch, 'start')
  if (!pitch) return fail('PitchStateForbids')
  await raise(context, 'roomStarts', pitch)
  const host = presents(access.part) ? actor.accountId : pitch.userId
  const startedAt = (pitch.realStartAt ?? rightNow()).toISOString()
  await announce(pitch.id, 'pitchStarted', { startedAt, ...leading(pitch, host, actor.name) })
  await writeAudit(context, { action: 'pitch.start', subject: pitch.uuid, organisationId: pitch.organisationId })
  await raise(context, 'roomStarted', pitch)
  return { status: wireStatus(pitch.state) }
}
