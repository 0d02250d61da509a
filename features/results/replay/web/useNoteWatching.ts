import { useEffect, useRef } from 'react'
import type { Span } from '../spans.ts'
import type { ReplayClock } from './clock.ts'

export interface WatchedNow {
  /** What was played since the last note. */
  readonly spans: Span[]
  readonly place: number
}
export type Note = (watched: WatchedNow) => Promise<unknown>

/** Seconds of playing after which it is noted; a pause and the end of the page note what there is. */
const NOTED_EVERY = 10
/** The most that is told at once. */
const MOST_SPANS = 60
/** How much farther than time says a clock may be and still have played: browsers call late. */
const TOLERANCE = 1.5

/** Notes what is watched, as long as it plays. */
export function useNoteWatching(clock: ReplayClock, note: Note): void {
  const noting = useRef(note)
  noting.current = note
  useEffect(() => {
    const played = startPlayed()
    const send = () => {
      const spans = played.take()
      if (spans.length > 0) void noting.current({ spans, place: clock.at })
    }
    let { jumped: known } = clock.get()
    const unsubscribe = clock.subscribe(() => {
      const { jumped, speed } = clock.get()
      if (jumped && jumped !== known) played.jump(jumped, speed, performance.now() / 1000)
      known = jumped
    })
    const timer = setInterval(() => {
      played.look(clock.runs ? clock.at : undefined, clock.get().speed, performance.now() / 1000)
      if (played.seconds() >= NOTED_EVERY || !clock.playing) send()
    }, 1000)
    // a page that is hidden may be closed
    const leave = () => document.hidden && send()
    document.addEventListener('visibilitychange', leave)
    return () => {
      unsubscribe()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', leave)
      send()
    }
  }, [clock])
}

/** Gathers what was played from looks at where a clock is; a jump begins another span. */
export function startPlayed() {
  let spans: Span[] = []
  let last: { readonly at: number; readonly now: number } | undefined
  /** `at`: undefined while it does not play. */
  function look(at: number | undefined, speed: number, now: number) {
    const before = last
    last = at === undefined ? undefined : { at, now }
    if (!before || at === undefined || at <= before.at) return
    if (at - before.at > (now - before.now) * speed * TOLERANCE) return
    const open = spans.at(-1)
    if (open?.to === before.at) spans[spans.length - 1] = { from: open.from, to: at }
    else if (spans.length < MOST_SPANS) spans.push({ from: before.at, to: at })
  }
  return {
    look,
    /** The clock skipped a span by itself: it was played up to there, and is played again from its end. */
    jump({ from, to }: Span, speed: number, now: number) {
      look(from, speed, now)
      last = { at: to, now }
    },
    seconds: () => spans.reduce((sum, { from, to }) => sum + to - from, 0),
    take() {
      const taken = spans
      spans = []
      return taken
    },
  }
}
