/** Milliseconds that one frame may take: twelve a second, below which a face stutters. */
const PATIENCE = 80
/** Before so many frames and milliseconds nothing is judged: at first the graphics card is set up. */
const WARMING = { frames: 6, milliseconds: 4000 }

/** Judges frame after frame by how many milliseconds it took; true once, when they are too slow for good. */
export function tooSlow(now: () => number = () => performance.now()): (milliseconds: number) => boolean {
  let frames = 0
  let average = 0
  let said = false
  let began = 0
  return milliseconds => {
    if (frames++ === 0) began = now()
    // the last fifteen or so count
    average = frames === 1 ? milliseconds : average + (milliseconds - average) / Math.min(frames, 15)
    const isWarm = frames >= WARMING.frames && now() - began >= WARMING.milliseconds
    if (said || !isWarm || average <= PATIENCE) return false
    said = true
    return true
  }
}
