/** Milliseconds that one frame may take: twelve a second, below which a face stutters. */
const PATIENCE = 80
/** Frames before it is judged: the first ones wait for the graphics card to be set up. */
const WARMING = 45

/** Judges frame after frame by how many milliseconds it took; true once, when they are too slow for good. */
export function tooSlow(): (milliseconds: number) => boolean {
  let frames = 0
  let average = 0
  let said = false
  return milliseconds => {
    frames++
    // the last thirty or so count
    average = frames === 1 ? milliseconds : average + (milliseconds - average) / Math.min(frames, 30)
    if (said || frames < WARMING || average <= PATIENCE) return false
    said = true
    return true
  }
}
