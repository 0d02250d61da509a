import { withPitch } from '#features/core/part/server/withPitch.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { livingHostOf, mayHandOver } from '#features/room/room/hosts.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { liveStatusOf, withLivingPart } from '#features/room/room/server/livingHost.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import { handOverOrEnd, handOverTo, takersOf } from './handOver.ts'

/** [CALL-033] What the leader should know before they end a pitch. */
export const prepareEndPitchData = withPitch<typeof stageCalls.prepareEndPitchData>(
  'sees',
  withLivingPart(mayHandOver, async ({ db, actor, frame, pitch }) => ({
    ...(await liveStatusOf(db, pitch)),
    here: await frame.rooms.countHere(pitch.id),
    real_start_time: pitch.realStartAt?.toISOString() ?? null,
    takers: await takersOf(db, pitch, actor.accountId),
  })),
)

/** [GAP-022, STATE-039, STATE-040] Hands a live pitch over to a member of the team who is in the room. */
export const transferPitch = withPitch<typeof stageCalls.transferPitch>(
  'sees',
  withLivingPart(mayHandOver, async context => {
    const { db, input, fail } = context
    // locks the pitch before the room, as every call does, so an end at the same moment comes first or second
    const pitch = await lockPitch(db, context.pitch.id)
    const room = await lockRoom(db, pitch.id)
    if (pitch.state !== 'inProgress') return fail('PitchStateForbids')
    const from = livingHostOf(room, pitch.userId)
    const takers = await takersOf(db, pitch, from)
    const taker = takers.find(({ user_id }) => input.user_id === undefined || user_id === input.user_id)
    if (taker) await handOverTo(context, pitch, from, taker)
    // the chosen taker has just gone: the caller chooses again, as long as there is another one
    else if (input.user_id !== from && (input.keep || takers.length > 0)) return fail('NobodyToTakeOver')
    else if (input.user_id !== from) await handOverOrEnd(context, pitch, from)
    return liveStatusOf(db, await lockPitch(db, pitch.id))
  }),
)
