import { pitchFor } from '#features/core/part/server/access.ts'
import { MOST_HANDS } from '#features/room/room/hosts.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import { paced } from '#server/pace.ts'
import { takeHandDown } from './stage.ts'

/** An attendee says that they want to speak, or no more. Saying it again changes nothing, not even the order. */
export const setHand = paced<typeof stageCalls.setHand>(mayAttempt, async context => {
  const { db, actor, input, fail, announce } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (access.part !== 'attendee') return fail('NoPermission')
  const { id } = access.pitch
  const account = actor.accountId
  const room = await lockRoom(db, id, stagePart)
  if (room.removed.includes(account)) return fail('NoPermission')
  if (!input.raised) {
    await takeHandDown(context, id, room, account)
    return { raised: false }
  }
  if (room.status !== 2) return fail('PitchStateForbids')
  const { hands, granted } = room.stage
  if (hands.includes(account) || granted.some(grant => grant.account === account)) return { raised: true }
  if (hands.length >= MOST_HANDS) return fail('TooManyHands')
  await announce(id, 'handRaised', { account })
  return { raised: true }
})
