import { livePitches } from '#features/core/part/server/liveQueries.ts'
import { secondScreen } from '#features/room/media/rules.ts'
import { removeFromVideo } from '#features/room/media/server/videoRoom.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { teamOfPitch } from '#features/room/room/server/teamQueries.ts'
import { secondDevicesEnded } from '#features/room/share/server/queries.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import { settleSending } from '#features/room/video/server/sending.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'

/** How long after its end a shared screen of a second device is still looked for, in milliseconds. */
const SCREENS = 600_000

/**
 * Makes LiveKit take from everybody on stage of a live pitch what they may send now: nothing in a pause. Answers whether
 * there is more to do: the pause is to be held. Fails when LiveKit could not be told of somebody, after the others.
 */
export async function settleStage(frame: Pick<Frame, 'db' | 'media' | 'roomModel'>, pitchId: number): Promise<boolean> {
  const { db, media } = frame
  const [pitch] = await livePitches(db, [pitchId])
  if (!pitch) return false
  const { host, paused, stage } = await roomStateOf(db, pitchId, stagePart)
  const team = await teamOfPitch(db, pitch)
  const onStage = new Set([...team, ...(host ? [host] : []), ...stage.granted.map(({ account }) => account)])
  const screens = paused ? await secondDevicesEnded(db, pitchId, new Date(rightTime() - SCREENS)) : []
  const told = await Promise.allSettled([
    ...[...onStage].map(account => settleSending(frame, pitchId, account)),
    ...screens.map(({ accountId, id }) => removeFromVideo(media, pitchId, secondScreen(accountId, id))),
  ])
  for (const one of told) if (one.status === 'rejected') throw one.reason
  return paused
}
