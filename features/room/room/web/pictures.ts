import { pauseBefore } from '#web/client/pause.ts'

interface Prepared {
  readonly picture: HTMLImageElement
  readonly done: Promise<void>
}

/** Pictures of pages that are loaded and decoded, so that showing one takes no time and nothing flashes. */
const ready = new Map<string, Prepared>()
/** A decoded large slide takes some megabytes, so only those around the current one are kept. */
const keptPictures = 8

/** How often a picture is asked for that does not come. */
export const ATTEMPTS = 5
/** Milliseconds after which one is asked for anew: its connection may be dead. Twice as long each time, for slow lines. */
const PATIENCE = 4000

/** Loads and decodes a picture, in several attempts where the line is bad; resolves when it can be shown at once. */
export function prepare(url: string): Promise<void> {
  const known = ready.get(url)
  ready.delete(url)
  const picture = known?.picture ?? new Image()
  const done = known?.done ?? insist(picture, url)
  ready.set(url, { picture, done })
  for (const old of ready.keys()) if (ready.size > keptPictures) ready.delete(old)
  if (!known) done.catch(() => ready.get(url)?.picture === picture && ready.delete(url))
  return done
}

async function insist(picture: HTMLImageElement, url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    picture.src = url
    try {
      return await within(picture.decode(), PATIENCE * 2 ** attempt)
    } catch (failure) {
      if (attempt + 1 === ATTEMPTS) throw failure
      // what is still on its way is given up, and its connection with it
      picture.removeAttribute('src')
      await new Promise(done => setTimeout(done, pauseBefore(attempt)))
    }
  }
}

function within(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The pages whose pictures should be there before they are asked for: the next two, and the one before. */
export const neighbours = (page: number, total: number): readonly number[] =>
  [page + 1, page + 2, page - 1].filter(other => other >= 1 && other <= total)
