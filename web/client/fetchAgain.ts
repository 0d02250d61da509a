import { isOutdated } from './newer.ts'
import { pauseBefore } from './pause.ts'

/** The longest pause, in milliseconds: the rest of the page is usable meanwhile. */
const LONGEST = 30_000

/** Attempts to fetch a part in the background: for some minutes only, because after an update the old files are gone. */
export const QUIET = 9

/**
 * Fetches code or texts; a failed attempt is repeated after longer and longer pauses, and at once when the network is
 * back. Fails as the last attempt did, and at once after an update; the first five attempts take about eight seconds.
 */
export async function fetchAgain<T>(load: () => Promise<T>, attempts = 5, longest = LONGEST): Promise<T> {
  for (let attempt = 0; ; attempt++)
    try {
      return await load()
    } catch (failure) {
      // files that an update has removed do not come back
      if (attempt + 1 >= attempts || (await isOutdated())) throw failure
      await pause(pauseBefore(attempt, longest))
    }
}

// Vite requests a style only once, and would show its component without it from then on
addEventListener('vite:preloadError', ({ payload }) => {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  let link = [...links].find(({ href }) => payload.message.endsWith(` ${href}`))
  const fetchStyle = () =>
    new Promise((done, fail) => {
      const next = link?.cloneNode() as HTMLLinkElement
      next.onload = done
      next.onerror = fail
      link?.replaceWith(next)
      link = next
    })
  // soon, because the component may be shown before its style
  if (link) fetchAgain(fetchStyle, 40, 2000).catch(() => {})
})

const pause = (ms: number) =>
  new Promise<void>(done => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      done()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })
