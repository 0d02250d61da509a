import type Hls from 'hls.js'

/** Loads a playlist into an element, by hls.js or by the browser. Answers how to let go of it. */
export function load(element: HTMLMediaElement, src: string, failed: () => void): () => void {
  let hls: Hls | undefined
  let isOver = false
  const byBrowser = () => {
    element.src = src
    element.onerror = failed
  }
  import('hls.js/light').then(({ default: Hls }) => {
    if (isOver) return
    if (!Hls.isSupported()) return byBrowser()
    hls = new Hls({ maxBufferLength: 20, backBufferLength: 30, maxMaxBufferLength: 60 })
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && failed())
    hls.loadSource(src)
    hls.attachMedia(element)
  }, failed)
  return () => {
    isOver = true
    hls?.destroy()
    element.removeAttribute('src')
    element.load()
  }
}

/** Seconds by which an element may be off the clock: below, nothing is done; above, it is set right at once. */
const NEAR = 0.05
const FAR = 0.4
/** By how much an element that is a little off plays faster or slower. */
const NUDGE = 0.04

/** Brings an element to where the clock is. Returns whether it waits for data. */
export function follow(
  element: HTMLMediaElement,
  { at, runs, speed }: { readonly at: number; readonly runs: boolean; readonly speed: number },
): boolean {
  const off = element.currentTime - at
  if (Math.abs(off) > FAR) {
    if (!element.seeking) element.currentTime = at
  } else element.playbackRate = speed * (1 + (Math.abs(off) < NEAR ? 0 : -Math.sign(off) * NUDGE))
  const waits = element.seeking || element.readyState < element.HAVE_FUTURE_DATA
  if (runs && element.paused) void element.play().catch(() => {})
  if (!runs && !element.paused) element.pause()
  return waits && !element.error && !element.ended
}
