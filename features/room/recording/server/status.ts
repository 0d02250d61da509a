import type { Frame, PartStatus } from '#server/frame.ts'
import { diskStatus } from './disk.ts'
import { egressStatus } from './egress/service.ts'

/** Whether recordings are made, for `/healthz`. */
export async function recordingStatus(frame: Frame): Promise<PartStatus> {
  const disk = diskStatus(frame)
  return disk === 'ok' ? egressStatus(frame) : disk
}
