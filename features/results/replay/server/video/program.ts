import { isolationHere } from '#features/room/deck/server/convert/isolation.ts'
import type { Frame } from '#server/frame.ts'
import { canPrepareVideos } from '../film/ffmpeg.ts'

/** Where the programs find the file: nothing else of the machine is theirs to read. */
export const SOURCE = 'in/video.mp4'

/** Whether this machine prepares videos: it has the programs, and keeps them from the rest. */
export async function mayPrepare({ settings }: Pick<Frame, 'settings'>): Promise<boolean> {
  if (!(await canPrepareVideos())) return false
  return settings.convertMayExposeServer || (await isolationHere()) !== 'none'
}
