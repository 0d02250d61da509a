/** Milliseconds that one frame may take: twelve a second, below which a face stutters. */
const PATIENCE = 80
/** Before so many milliseconds nothing is counted, as at first the graphics card is set up; then so many frames are. */
const WARMING = 4000
const COUNTED = 6

/** Judges frame after frame by how many milliseconds it took; true once, when they are too slow for good. */
export function tooSlow(now: () => number = () => performance.now()): (milliseconds: number) => boolean {
  let frames = 0
  let average = 0
  let said = false
  let began: number | undefined
  return milliseconds => {
    began ??= now()
    if (said || now() - began < WARMING) return false
    frames++
    // the last fifteen or so count
    average += (milliseconds - average) / Math.min(frames, 15)
    said = frames >= COUNTED && average > PATIENCE
    return said
  }
}
