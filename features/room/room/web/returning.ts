/** Milliseconds between two checks of the clock, and how many more mean that the machine has slept. */
const CHECK = 2000
const SLEPT = 8000

/**
 * Calls `act` when the network goes or comes back, and when the machine has slept. Browsers slow the timers of a page in the
 * background, so a sleep is detected when the page is visible again. Returns the function that stops it.
 */
export function onReturn(act: () => void): () => void {
  let checkedAt = Date.now()
  const check = () => {
    if (document.visibilityState !== 'visible') return
    const now = Date.now()
    const slept = now - checkedAt > CHECK + SLEPT
    checkedAt = now
    if (slept) act()
  }
  const back = () => {
    checkedAt = Date.now()
    act()
  }
  const timer = setInterval(check, CHECK)
  window.addEventListener('online', back)
  // a failed attempt shows the loss of the line sooner than silence does
  window.addEventListener('offline', back)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', back)
    window.removeEventListener('offline', back)
    document.removeEventListener('visibilitychange', check)
  }
}
