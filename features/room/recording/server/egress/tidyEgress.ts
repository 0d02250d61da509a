import { pitchOfVideoRoom } from '#features/room/media/server/videoRoom.ts'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { openRecordings, wholeAmong } from '../queries.ts'
import { egressFolder, recordingsIn, removeOutputs } from './outputs.ts'
import { listEgresses, stopEgress } from './service.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Every minute: stops what LiveKit Egress records for nobody, and removes what it wrote after the end. */
    tidyEgress: Record<string, never>
  }
}

/**
 * Ends what no recording owns any more: an Egress may take longer to stop than a recording waits for it, or have been
 * out of reach. Of other consoles that share the LiveKit or the folder nothing is touched.
 */
export async function tidyEgress(frame: Frame): Promise<void> {
  const { settings, media, db } = frame
  if (!settings.egress || media.status() !== 'ok') return
  const going = await listEgresses(frame)
  // a server claims a recording before it starts an egress, and lets go of it when recording is switched off
  const open = new Set((await openRecordings(db)).filter(({ serverId }) => serverId).map(({ id }) => id))
  for (const { id, room, folder } of going) {
    const [, recording] = folder?.split('/') ?? []
    const isOurs = recording !== undefined && pitchOfVideoRoom(media, room) !== undefined
    if (isOurs && !open.has(recording)) await stopEgress(frame, id)
  }
  // also after hours in which neither Egress nor its store could be reached
  for (const id of await wholeAmong(db, await recordingsIn(frame))) await removeOutputs(frame, egressFolder(id))
}

export const egressJobs = { tidyEgress: (_payload, frame) => tidyEgress(frame) } satisfies JobHandlers
