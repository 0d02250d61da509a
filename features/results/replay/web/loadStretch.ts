import { type Segment, segmentsIn } from '../segments.ts'
import { happens } from './happens.ts'
import { Buffered, isIn, type Source, Unsupported } from './stretchBuffer.ts'
import { bytesOf, Refused } from './stretchFiles.ts'

/** Seconds that are loaded ahead of the place of an element. */
const AHEAD = 20
/** Milliseconds between two looks at where an element is. */
const LOOK = 500

/** Loads a playlist into an element, by Media Source Extensions or by the browser. Answers how to let go of it. */
export function load(element: HTMLMediaElement, src: string, failed: () => void): () => void {
  const over = new AbortController()
  const byBrowser = () => {
    element.src = src
  }
  const fails = () => {
    // what is buffered would go on by itself
    element.pause()
    failed()
  }
  const Source = sourceOf()
  element.onerror = fails
  if (!Source) byBrowser()
  else
    fill(element, src, Source, over.signal).catch(error => {
      if (over.signal.aborted) return
      // Safari plays some codings of playlists alone
      if (error instanceof Unsupported && element.canPlayType('application/vnd.apple.mpegurl')) byBrowser()
      else fails()
    })
  return () => {
    over.abort()
    element.onerror = null
    element.removeAttribute('src')
    element.load()
  }
}

const sourceOf = (): Source | undefined => {
  const { MediaSource: usual, ManagedMediaSource: managed } = globalThis as unknown as Record<
    string,
    Source | undefined
  >
  return usual ?? managed
}

/** What a loader knows of the element that it fills. */
interface Filling {
  readonly segments: readonly Segment[]
  /** Segments of which nothing is to be seen or heard. */
  readonly empty: ReadonlySet<Segment>
  /** Those of them that the server refused. */
  readonly missing: ReadonlySet<Segment>
}
const fillings = new WeakMap<HTMLMediaElement, Filling>()

const covers =
  (at: number) =>
  ({ from, to }: Segment) =>
    from <= at && at < to

/** Where a segment ends of which nothing is to come, which no one has to wait for; undefined at a moment of another one. */
export const endOfEmpty = (element: HTMLMediaElement, at: number): number | undefined =>
  [...(fillings.get(element)?.empty ?? [])].find(covers(at))?.to

/** Whether a moment of a stretch could not be loaded, unlike what is before and after it. */
export const isMissingAt = (element: HTMLMediaElement, at: number): boolean =>
  [...(fillings.get(element)?.missing ?? [])].some(covers(at))

/** Whether the segment of a moment is still to be loaded: what is missing there is no hole. */
export function isComingAt(element: HTMLMediaElement, at: number): boolean {
  const { segments = [], empty } = fillings.get(element) ?? {}
  const segment = segments.find(covers(at))
  return segment !== undefined && !empty?.has(segment) && !isIn(element, segment)
}

/** Keeps the segments around the place of an element in its buffer, until `over`. */
async function fill(element: HTMLMediaElement, src: string, Source: Source, over: AbortSignal): Promise<void> {
  const source = new Source()
  // without it Safari opens no managed source
  element.disableRemotePlayback = true
  const opened = happens(over, [source, 'sourceopen'])
  const address = URL.createObjectURL(source)
  element.src = address
  const [list] = await Promise.all([bytesOf(src, over), opened]).finally(() => URL.revokeObjectURL(address))
  const segments = segmentsIn(new TextDecoder().decode(list), src)
  const buffer = new Buffered(source, segments.at(-1)?.to ?? 0)
  const heads = new Map<string, Promise<ArrayBuffer>>()
  const headOf = (head: string) => {
    const known = heads.get(head) ?? bytesOf(head, over)
    heads.set(head, known)
    return known
  }
  const [empty, missing] = [new Set<Segment>(), new Set<Segment>()]
  fillings.set(element, { segments, empty, missing })
  while (!over.aborted) {
    const next = segments.find(one => isWanted(one, element) && !empty.has(one))
    if (!next) {
      buffer.settle(segments, empty)
      await moved(element, over)
      continue
    }
    const wanted = whileWanted(next, element, over)
    const pieces = await Promise.all([headOf(next.head), bytesOf(next.src, wanted.signal)]).catch(error => {
      if (over.aborted || !(wanted.signal.aborted || error instanceof Refused)) throw error
      // the rest may be there
      if (error instanceof Refused) missing.add(next)
    })
    wanted.end()
    if (missing.has(next)) empty.add(next)
    if (!pieces) continue
    const fits = await buffer.add(next, pieces, element.currentTime)
    if (!fits) await moved(element, over)
    else if (!isIn(element, next)) empty.add(next)
  }
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

/** Waits until the element may be elsewhere. */
const moved = (element: HTMLMediaElement, over: AbortSignal) => happens(over, [element, 'seeking'], LOOK)
