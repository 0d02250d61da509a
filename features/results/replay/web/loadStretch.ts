import { pauseBefore } from '#web/client/pause.ts'

/** Seconds that are loaded ahead of the place of an element, and kept behind it. */
const AHEAD = 20
const BEHIND = 30
/** Seconds of the longest segment. */
const SEGMENT = 10
/** Milliseconds after which what was requested early is of no use any more. */
const EARLY = 10_000
/** Times that a file is requested again, when the server or the network does not answer: for about a minute. */
const AGAIN = 25
/** Milliseconds after which a request without an answer is made again: a lost connection may hang for minutes. */
const PATIENCE = 15_000
/** Milliseconds between two looks at where an element is. */
const LOOK = 500

/** A segment, and the head that it needs; in seconds since its stretch began. */
export interface Segment {
  readonly head: string
  readonly src: string
  readonly from: number
  readonly to: number
}

/** The segments of a playlist as `playlist.ts` writes them. */
export function segmentsIn(playlist: string, address: string): Segment[] {
  const folder = address.slice(0, address.lastIndexOf('/') + 1)
  const segments: Segment[] = []
  let [head, from, to] = ['', 0, 0]
  for (const line of playlist.split('\n')) {
    const [, map] = /^#EXT-X-MAP:URI="([^"]+)"/.exec(line) ?? []
    const [, seconds] = /^#EXTINF:([\d.]+)/.exec(line) ?? []
    if (map) head = folder + map
    else if (seconds) [from, to] = [to, to + Number(seconds)]
    else if (line && !line.startsWith('#')) segments.push({ head, src: folder + line, from, to })
  }
  return segments
}

/** Loads a playlist into an element, by Media Source Extensions or by the browser. Answers how to let go of it. */
export function load(element: HTMLMediaElement, src: string, failed: () => void): () => void {
  const over = new AbortController()
  const byBrowser = () => {
    element.src = src
  }
  const Source = sourceOf()
  element.onerror = failed
  if (!Source) byBrowser()
  else
    fill(element, src, Source, over.signal).catch(error => {
      if (over.signal.aborted) return
      // Safari plays some codings of playlists alone
      if (error instanceof Unsupported && element.canPlayType('application/vnd.apple.mpegurl')) byBrowser()
      else failed()
    })
  return () => {
    over.abort()
    element.onerror = null
    element.removeAttribute('src')
    element.load()
  }
}

/** A coding that the browser cannot play from segments. */
class Unsupported extends Error {}

type Source = typeof MediaSource
const sourceOf = (): Source | undefined => {
  const { MediaSource: usual, ManagedMediaSource: managed } = globalThis as unknown as Record<
    string,
    Source | undefined
  >
  return usual ?? managed
}

/** Segments of which nothing is to be seen or heard. */
const emptyIn = new WeakMap<HTMLMediaElement, ReadonlySet<Segment>>()

/** Whether nothing is to come for a moment of a stretch, which no one has to wait for. */
export const isEmptyAt = (element: HTMLMediaElement, at: number): boolean =>
  [...(emptyIn.get(element) ?? [])].some(({ from, to }) => from <= at && at < to)

/** Keeps the segments around the place of an element in its buffer, until `over`. */
async function fill(element: HTMLMediaElement, src: string, Source: Source, over: AbortSignal): Promise<void> {
  const source = new Source()
  // without it Safari opens no managed source
  element.disableRemotePlayback = true
  const opened = happens(over, [source, 'sourceopen'])
  const address = URL.createObjectURL(source)
  element.src = address
  const list = bytesOf(src, over)
  const segments = segmentsIn(new TextDecoder().decode(await list), src)
  await opened
  URL.revokeObjectURL(address)
  const buffer = new Buffered(source, segments.at(-1)?.to ?? 0)
  const heads = new Map<string, Promise<ArrayBuffer>>()
  const headOf = (head: string) => {
    const known = heads.get(head) ?? bytesOf(head, over)
    heads.set(head, known)
    return known
  }
  const empty = new Set<Segment>()
  emptyIn.set(element, empty)
  while (!over.aborted) {
    const next = segments.find(one => isWanted(one, element) && !empty.has(one))
    if (!next) {
      buffer.settle(segments, empty)
      await moved(element, over)
      continue
    }
    const wanted = whileWanted(next, element, over)
    const pieces = await Promise.all([headOf(next.head), bytesOf(next.src, wanted.signal)]).catch(error => {
      if (over.aborted || !wanted.signal.aborted) throw error
    })
    wanted.end()
    if (!pieces) continue
    const fits = await buffer.add(next, pieces, element.currentTime)
    if (!fits) await moved(element, over)
    else if (!isIn(element, next)) empty.add(next)
  }
}

/** One source buffer: a stretch is a picture or a sound. */
class Buffered {
  readonly #source: MediaSource
  readonly #seconds: number
  #buffer: SourceBuffer | undefined
  #type = ''
  #head: string | undefined

  constructor(source: MediaSource, seconds: number) {
    this.#source = source
    this.#seconds = seconds
  }

  /** Adds a segment; false when the browser has no room for it now. */
  async add(segment: Segment, [head, bytes]: readonly ArrayBuffer[], now: number): Promise<boolean> {
    const type = typeOf(head as ArrayBuffer)
    const buffer = this.#open(type)
    try {
      if (this.#head !== segment.head) await done(buffer, () => buffer.appendBuffer(head as ArrayBuffer))
      this.#head = segment.head
      // whatever its own times are, it is played where the playlist has it
      buffer.mode = 'sequence'
      buffer.timestampOffset = segment.from
      await done(buffer, () => buffer.appendBuffer(bytes as ArrayBuffer))
    } catch (error) {
      if ((error as Error).name !== 'QuotaExceededError') throw error
      // not what plays: a browser removes up to the next key frame
      await this.#forget(now - SEGMENT)
      return false
    }
    await this.#forget(now - BEHIND)
    return true
  }

  /** Says that nothing follows, once the last segment is there. */
  settle(segments: readonly Segment[], empty: ReadonlySet<Segment>): void {
    const last = segments.findLast(one => !empty.has(one))
    if (last && this.#buffer && this.#source.readyState === 'open' && isIn(this.#buffer, last))
      this.#source.endOfStream()
  }

  #open(type: string): SourceBuffer {
    if (type === this.#type && this.#buffer) return this.#buffer
    if (!(this.#source.constructor as Source).isTypeSupported(type)) throw new Unsupported(type)
    if (this.#buffer) this.#buffer.changeType(type)
    else {
      this.#buffer = this.#source.addSourceBuffer(type)
      this.#source.duration = this.#seconds
    }
    this.#type = type
    return this.#buffer
  }

  async #forget(until: number): Promise<void> {
    const buffer = this.#buffer
    if (!buffer || until <= 0 || buffer.buffered.length === 0 || buffer.buffered.start(0) >= until) return
    await done(buffer, () => buffer.remove(0, until))
  }
}

/** The type of what follows a head, by its boxes (RFC 6381). */
export function typeOf(head: ArrayBuffer): string {
  const text = new TextDecoder('latin1').decode(head)
  const at = text.indexOf('avcC')
  if (at < 0) return `audio/mp4; codecs="${text.includes('mp4a') ? 'mp4a.40.2' : 'opus'}"`
  const profile = [...new Uint8Array(head, at + 5, 3)].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return `video/mp4; codecs="avc1.${profile}"`
}

/** Whether the middle of a segment is buffered: at its ends frames may be missing. */
function isIn({ buffered }: Pick<HTMLMediaElement, 'buffered'>, { from, to }: Segment): boolean {
  const middle = (from + to) / 2
  for (let i = 0; i < buffered.length; i++) if (buffered.start(i) <= middle && middle < buffered.end(i)) return true
  return false
}

const isWanted = (segment: Segment, element: HTMLMediaElement): boolean =>
  segment.to > element.currentTime && segment.from < element.currentTime + AHEAD && !isIn(element, segment)

/** A signal that aborts as soon as the element is elsewhere. */
function whileWanted(segment: Segment, element: HTMLMediaElement, over: AbortSignal) {
  const far = new AbortController()
  const look = () => isWanted(segment, element) || far.abort()
  element.addEventListener('seeking', look)
  const end = () => element.removeEventListener('seeking', look)
  return { signal: AbortSignal.any([over, far.signal]), end }
}

/** Files that were requested before their element was there, for its first loader. */
const early = new Map<string, Promise<ArrayBuffer>>()

/** Requests what an element will need first: the playlist of a stretch, and the segment of a moment in it. */
export async function beginStretch(src: string, at: number): Promise<void> {
  const ask = (address: string) => {
    const answer = bytesOf(address, AbortSignal.timeout(EARLY))
    early.set(address, answer)
    answer.catch(() => early.delete(address))
    return answer
  }
  const list = await ask(src)
  const first = segmentsIn(new TextDecoder().decode(list), src).find(({ to }) => to > at)
  if (first) await Promise.all([ask(first.head), ask(first.src)])
}

/** A file, requested again while there is no answer. */
async function bytesOf(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const begun = early.get(address)
  early.delete(address)
  if (begun) return begun.catch(() => bytesOf(address, signal))
  for (let attempt = 0; ; attempt++) {
    let status = 0
    try {
      const answer = await within(PATIENCE, signal, both => fetch(address, { signal: both }))
      if (answer.ok) return await answer.arrayBuffer()
      status = answer.status
    } catch {
      signal.throwIfAborted()
    }
    const isFinal = status >= 400 && status < 500 && status !== 429
    if (isFinal || attempt >= AGAIN) throw new Error(`${address} is not there: ${status}`)
    await happens(signal, [signal, 'abort'], pauseBefore(attempt))
  }
}

/** An act that is aborted when it takes too long; what it answers may take its time. */
async function within<T>(ms: number, signal: AbortSignal, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    return await act(AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until a buffer has done something. */
async function done(buffer: SourceBuffer, act: () => void): Promise<void> {
  const ended = happens(undefined, [buffer, 'updateend'])
  act()
  await ended
}

/** Waits until the element may be elsewhere. */
const moved = (element: HTMLMediaElement, over: AbortSignal) => happens(over, [element, 'seeking'], LOOK)

function happens(over: AbortSignal | undefined, [target, type]: [EventTarget, string], within?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = within === undefined ? undefined : setTimeout(() => end(resolve), within)
    const end = (then: () => void) => {
      clearTimeout(timer)
      target.removeEventListener(type, happened)
      over?.removeEventListener('abort', aborted)
      then()
    }
    const happened = () => end(resolve)
    const aborted = () => end(() => reject(over?.reason))
    target.addEventListener(type, happened)
    over?.addEventListener('abort', aborted)
  })
}
