/** Pages that never reload by themselves, because the person is in a room or about to enter one. */
const ROOMS = /^\/(live|join-session|share-screen|preVideo|preGuide)/
/** The least time between two automatic reloads, in milliseconds. */
const ONCE_IN = 600_000
const KEPT = 'rostrum.reloaded'

/** Whether the server has another version of the web app than this page, whose files are gone then. */
export async function isOutdated(): Promise<boolean> {
  const own = [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')]
  if (own.length === 0) return false
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    const page = answer.ok ? await answer.text() : undefined
    return page !== undefined && own.some(({ src }) => !page.includes(new URL(src).pathname))
  } catch {
    return false // the server is down
  }
}

/** Reloads an outdated console; once, to avoid a loop. Returns whether it reloads. */
export async function moveOn(): Promise<boolean> {
  if (ROOMS.test(location.pathname) || !(await isOutdated())) return false
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEPT)) < ONCE_IN) return false
    sessionStorage.setItem(KEPT, String(Date.now()))
  } catch {
    return false // without storage it might reload in a loop
  }
  location.reload()
  return true
}
