import { withPitch } from '#features/core/part/server/withPitch.ts'
import { MOST_HANDS, MOST_ON_STAGE } from '#features/room/room/hosts.ts'
import { moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { attendeesHere } from '#features/room/room/server/stays.ts'
import { type StageSlice, stagePart } from '#features/room/stage/apply.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import { settleVideo } from '#features/room/video/server/jobs.ts'
import type { Context } from '#server/context.ts'
import { paced } from '#server/pace.ts'
import { watchStage } from './jobs.ts'

type Acting = Pick<Context, 'db' | 'announce' | 'afterCommit' | 'frame'>

/** Ends an attendee's grant, if they have one. The caller holds the room. Their video ends after the commit. */
export async function takeOffStage(context: Acting, pitchId: number, room: StageSlice, account: string): Promise<void> {
  if (!room.stage.granted.some(grant => grant.account === account)) return
  await context.announce(pitchId, 'stageRevoked', { account })
  await settleVideo(context, pitchId, account)
}

/** Takes an attendee's hand down, if it is up. The caller holds the room. */
export async function takeHandDown(context: Acting, pitchId: number, room: StageSlice, account: string): Promise<void> {
  if (room.stage.hands.includes(account)) await context.announce(pitchId, 'handLowered', { account })
}

/** Raising a hand that is up changes nothing, not even its place in the order. */
export const setHand = paced<typeof stageCalls.setHand>(
  mayAttempt,
  withPitch(
    part => part === 'attendee',
    async context => {
      const { db, actor, input, fail, announce, pitch } = context
      const account = actor.accountId
      const room = await lockRoom(db, pitch.id, stagePart)
      if (room.removed.includes(account)) return fail('NoPermission')
      if (!input.raised) {
        await takeHandDown(context, pitch.id, room, account)
        return { raised: false }
      }
      if (room.status !== 2) return fail('PitchStateForbids')
      const { hands, granted } = room.stage
      if (hands.includes(account) || granted.some(grant => grant.account === account)) return { raised: true }
      if (hands.length >= MOST_HANDS) return fail('TooManyHands')
      await announce(pitch.id, 'handRaised', { account })
      return { raised: true }
    },
  ),
)

export const lowerHand = withPitch<typeof stageCalls.lowerHand>(moderates, async context => {
  const { db, input, pitch } = context
  await takeHandDown(context, pitch.id, await lockRoom(db, pitch.id, stagePart), input.user_id)
  return {}
})

/** LiveKit enforces the grant at once: an attendee's browser may send what is granted and nothing else. */
export const grantStage = withPitch<typeof stageCalls.grantStage>(moderates, async context => {
  const { db, input, now, fail, announce, enqueue, pitch } = context
  const { user_id: account, microphone, camera } = input
  const room = await lockRoom(db, pitch.id, stagePart)
  if (room.status !== 2) return fail('PitchStateForbids')
  if (!microphone && !camera) {
    await takeOffStage(context, pitch.id, room, account)
    return {}
  }
  if (room.removed.includes(account) || !(await attendeesHere(db, pitch.id, [account])).has(account))
    return fail('AttendeeNotFound')
  const { granted } = room.stage
  const before = granted.find(grant => grant.account === account)
  if (before?.microphone === microphone && before.camera === camera) return {}
  if (!before && granted.length >= MOST_ON_STAGE) return fail('StageFull')
  await announce(pitch.id, 'stageGranted', { account, microphone, camera })
  await watchStage(enqueue, pitch.id, now)
  await settleVideo(context, pitch.id, account)
  return {}
})

/** The team and admins take an attendee off the stage; attendees leave it themselves. */
export const revokeStage = withPitch<typeof stageCalls.revokeStage>('sees', async context => {
  const { db, actor, input, fail, pitch, part } = context
  if (!moderates(part) && input.user_id !== actor.accountId) return fail('NoPermission')
  await takeOffStage(context, pitch.id, await lockRoom(db, pitch.id, stagePart), input.user_id)
  return {}
})
