import type { Line } from '../recorder/line.ts'
import type { Picture, Sound } from './transportStream.ts'

/** Seconds without a frame after which a line is interrupted. */
const HOLE = 0.5

/** Adds a frame to a line, which is interrupted where frames are missing. */
export function addFrame(line: Line, frame: Picture | Sound, at: number): void {
  const isInterrupted = line.last !== undefined && at - line.last > HOLE
  if (isInterrupted) line.flush()
  if (frame.kind === 'sound') {
    if (!line.coding) line.code(frame.coding, at)
    line.add(at, frame.data, true)
    return
  }
  const { coding } = line
  const { sets, key, data } = frame
  // a segment begins with a key frame
  if (!key && (isInterrupted || line.last === undefined)) return
  const isSame = coding?.codec === 'h264' && sets && coding.sps.equals(sets.sps) && coding.pps.equals(sets.pps)
  if (sets && !isSame) line.code({ codec: 'h264', ...sets }, at)
  if (line.coding) line.add(at, data, key)
}
