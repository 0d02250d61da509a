import type { StageSlice } from '#features/room/stage/apply.ts'
import { settleVideo } from '#features/room/video/server/jobs.ts'
import type { Context } from '#server/context.ts'

type Acting = Pick<Context, 'db' | 'announce' | 'afterCommit' | 'frame'>

/** Ends what an attendee may send, if they may. The caller holds the room. Video ends after the commit. */
export async function takeOffStage(context: Acting, pitchId: number, room: StageSlice, account: string): Promise<void> {
  if (!room.stage.granted.some(grant => grant.account === account)) return
  await context.announce(pitchId, 'stageRevoked', { account })
  await settleVideo(context, pitchId, account)
}

/** Takes somebody's hand down, if it is up. The caller holds the room. */
export async function takeHandDown(context: Acting, pitchId: number, room: StageSlice, account: string): Promise<void> {
  if (room.stage.hands.includes(account)) await context.announce(pitchId, 'handLowered', { account })
}
