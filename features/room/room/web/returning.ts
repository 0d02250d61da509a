/** Milliseconds between two looks at the clock, and how much more than that says that the machine has slept. */
const LOOK = 2000
const SLEPT = 8000

/**
 * Calls `act` when the network goes or comes back, and when the machine has slept. A page in the background looks rarely at the
 * clock: what it may have slept through counts when somebody looks at it again. Answers what ends it.
 */
export function onReturn(act: () => void): () => void {
  let looked = Date.now()
  const look = () => {
    if (document.visibilityState !== 'visible') return
    const now = Date.now()
    const slept = now - looked > LOOK + SLEPT
    looked = now
    if (slept) act()
  }
  const back = () => {
    looked = Date.now()
    act()
  }
  const timer = setInterval(look, LOOK)
  window.addEventListener('online', back)
  // an attempt that fails at once says sooner than silence does that the line is lost
  window.addEventListener('offline', back)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', back)
    window.removeEventListener('offline', back)
    document.removeEventListener('visibilitychange', look)
  }
}
