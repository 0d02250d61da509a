import { pauseBefore } from '#web/client/pause.ts'

interface Prepared {
  readonly picture: HTMLImageElement
  readonly done: Promise<void>
}

/** Loaded and decoded pictures of pages, which appear at once and without a flash. */
const ready = new Map<string, Prepared>()
/** A decoded large slide takes some megabytes, so only the slides around the current one are kept. */
const keptPictures = 8

/** The most attempts to load a picture. */
export const ATTEMPTS = 5
/** Milliseconds of the first attempt, whose connection may be dead. Each attempt may take twice as long, for slow lines. */
const PATIENCE = 4000

/** Loads and decodes a picture, in several attempts where the line is bad; resolves when it can be shown at once. */
export function prepare(url: string): Promise<void> {
  const known = ready.get(url)
  ready.delete(url)
  const picture = known?.picture ?? new Image()
  const done = known?.done ?? load(picture, url)
  ready.set(url, { picture, done })
  for (const old of ready.keys()) if (ready.size > keptPictures) ready.delete(old)
  if (!known) done.catch(() => ready.get(url)?.picture === picture && ready.delete(url))
  return done
}

async function load(picture: HTMLImageElement, url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    picture.src = url
    try {
      return await within(picture.decode(), PATIENCE * 2 ** attempt)
    } catch (failure) {
      if (attempt + 1 === ATTEMPTS) throw failure
      // cancels the request, and with it the connection
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

/** The pages whose pictures are loaded in advance: the next two, and the one before. */
export const neighbours = (page: number, total: number): readonly number[] =>
  [page + 1, page + 2, page - 1].filter(other => other >= 1 && other <= total)
