import { pauseBefore } from './pause.ts'

/** The longest pause, in milliseconds: who waits for a part of a page can do the rest meanwhile. */
const LONGEST = 30_000

/**
 * Fetches code or texts: what does not come is asked for again after longer and longer pauses, and at once when the
 * network is back. Fails as the last of its attempts did; the first five take about eight seconds.
 */
export async function fetchAgain<T>(load: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 0; ; attempt++)
    try {
      return await load()
    } catch (failure) {
      if (attempt + 1 >= attempts) throw failure
      forgetStyle(failure)
      await pause(pauseBefore(attempt, LONGEST))
    }
}

/** Vite takes a style that failed for one that is there, as its link is, and would show the code without it. */
function forgetStyle(failure: unknown): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (failure instanceof Error && failure.message.endsWith(` ${link.href}`)) link.remove()
}

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
