// The time of the person's last activity, shared by every tab of the browser. Small on purpose: the live room loads it too.
const key = 'rostrum.activity'
let here = 0

/** Notes that the person is there, for every tab. */
export function noteActivity(now = Date.now()): void {
  here = now
  try {
    localStorage.setItem(key, String(now))
  } catch {
    // a browser that keeps nothing counts for each tab alone
  }
}

/** When the person was last there, in milliseconds; 0 when nothing is known. */
export function lastActivity(): number {
  try {
    return Math.max(here, Number(localStorage.getItem(key)) || 0)
  } catch {
    return here
  }
}
