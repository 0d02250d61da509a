import { livePitches } from '#features/core/part/server/liveQueries.ts'
import { secondScreen } from '#features/room/media/rules.ts'
import { removeFromVideo } from '#features/room/media/server/videoRoom.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { teamOfPitch } from '#features/room/room/server/teamQueries.ts'
import { secondDevicesEnded } from '#features/room/share/server/queries.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import { settleSending } from '#features/room/video/server/sendingRights.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'

/** Milliseconds after the end of a second device's share for which its participant is still removed. */
const SCREEN_LINGER = 600_000

type SettledFrame = Pick<Frame, 'db' | 'media' | 'roomModel' | 'settings'>

/**
 * Sets in LiveKit what each person on the stage of a live pitch may send now: nothing in a pause. Returns whether the pause
 * lasts and is to be enforced again. Fails after all of them when LiveKit did not answer for one.
 */
export async function settleStage(frame: SettledFrame, pitchId: number): Promise<boolean> {
  const { db, media } = frame
  const [pitch] = await livePitches(db, [pitchId])
  if (!pitch) return false
  const { host, paused, stage } = await roomStateOf(db, pitchId, stagePart)
  const team = await teamOfPitch(db, pitch)
  const onStage = new Set([...team, ...(host ? [host] : []), ...stage.granted.map(({ account }) => account)])
  const screens = paused ? await secondDevicesEnded(db, pitchId, new Date(rightTime() - SCREEN_LINGER)) : []
  const results = await Promise.allSettled([
    ...[...onStage].map(account => settleSending(frame, pitchId, account)),
    ...screens.map(({ accountId, id }) => removeFromVideo(media, pitchId, secondScreen(accountId, id))),
  ])
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return paused
}
