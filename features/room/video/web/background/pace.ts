/** Milliseconds that one frame may take: twelve a second, below which a face stutters. */
const PATIENCE = 80
/** Milliseconds at the start that do not count, while the graphics card is set up; and the least number of frames to judge. */
const WARMING = 4000
const COUNTED = 6

/** Judges each frame by its milliseconds; true once the average is too slow. */
export function tooSlow(now: () => number = () => performance.now()): (milliseconds: number) => boolean {
  let frames = 0
  let average = 0
  let said = false
  let began: number | undefined
  return milliseconds => {
    began ??= now()
    if (said || now() - began < WARMING) return false
    frames++
    // averages about the last fifteen
    average += (milliseconds - average) / Math.min(frames, 15)
    said = frames >= COUNTED && average > PATIENCE
    return said
  }
}
