import { pitchFor } from '#features/core/part/server/access.ts'
import { MOST_ON_STAGE } from '#features/room/room/hosts.ts'
import { moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { attendeesHere } from '#features/room/room/server/stays.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import { settleVideo } from '#features/room/video/server/jobs.ts'
import type { Handler } from '#server/context.ts'
import { lookAfterStage } from './jobs.ts'
import { takeOffStage } from './stage.ts'

/** Lets an attendee send, at once and by the server: LiveKit takes from them what is allowed here and nothing else. */
export const grantStage: Handler<typeof stageCalls.grantStage> = async context => {
  const { db, actor, input, now, fail, announce, enqueue } = context
  const { user_id: account, microphone, camera } = input
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  const { id } = access.pitch
  const room = await lockRoom(db, id, stagePart)
  if (room.status !== 2) return fail('PitchStateForbids')
  if (!microphone && !camera) {
    await takeOffStage(context, id, room, account)
    return {}
  }
  if (room.removed.includes(account) || !(await attendeesHere(db, id, [account])).has(account))
    return fail('AttendeeNotFound')
  const { granted } = room.stage
  const before = granted.find(grant => grant.account === account)
  if (before?.microphone === microphone && before.camera === camera) return {}
  if (!before && granted.length >= MOST_ON_STAGE) return fail('StageFull')
  await announce(id, 'stageGranted', { account, microphone, camera })
  await lookAfterStage(enqueue, id, now)
  await settleVideo(context, id, account)
  return {}
}
