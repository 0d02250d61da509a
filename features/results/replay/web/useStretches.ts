import { useCallback, useEffect, useRef, useState } from 'react'
import type { Stretch } from '#features/results/replay/contract.ts'
import type { ReplayClock } from './clock.ts'
import { endOfEmpty, isMissingAt } from './loadStretch.ts'
import { follow } from './play.ts'

/** Milliseconds between two looks at the clock. */
const LOOK = 100
/** Seconds before its time at which a stretch begins to load. */
const AHEAD = 8
/** Seconds by which the clock jumps where somebody goes to another place. */
const JUMP = 1
/** Seconds before the end of a stretch in which it may be without data: its last frame has no length. */
const LAST = 0.3

/** The stretches at a moment, and those that come soon. */
const near = (stretches: readonly Stretch[], at: number) =>
  stretches.filter(({ from, to }) => at >= from - AHEAD && at < to)

/**
 * The elements of a replay, kept on its clock. Answers the stretches that need one, and where they tell theirs. `onMissing`:
 * it plays what could not be loaded.
 */
export function useStretches(clock: ReplayClock, stretches: readonly Stretch[], onMissing: () => void) {
  const elements = useRef(new Map<string, HTMLMediaElement>())
  const failed = useRef(new Set<string>())
  const [loaded, setLoaded] = useState(() => near(stretches, clock.at))
  useEffect(() => {
    const look = () => {
      clock.tick()
      const { at } = clock
      const now = near(stretches, at)
      setLoaded(before => (isSame(before, now) ? before : now))
      const { speed } = clock.get()
      let waits = false
      for (const { src, from, to } of now) {
        const element = elements.current.get(src)
        if (!element || failed.current.has(src)) continue
        const isNow = at >= from && at < to
        const isBehind = follow(element, { at: Math.max(0, at - from), runs: isNow && clock.runs, speed })
        if (isNow && isMissingAt(element, at - from)) onMissing()
        if (isNow && isBehind && at < to - LAST && endOfEmpty(element, at - from) === undefined) waits = true
      }
      clock.wait(waits)
    }
    const timer = setInterval(look, LOOK)
    look()
    let last = clock.at
    const unsubscribe = clock.subscribe(() => {
      const jump = Math.abs(clock.at - last)
      last = clock.at
      if (jump > JUMP) look()
    })
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [clock, stretches, onMissing])
  const tell = useCallback((src: string, element: HTMLMediaElement | null) => {
    // a new element loads anew
    failed.current.delete(src)
    if (element) elements.current.set(src, element)
    else elements.current.delete(src)
  }, [])
  const fail = useCallback((src: string) => void failed.current.add(src), [])
  return { loaded, tell, fail }
}

const isSame = (a: readonly Stretch[], b: readonly Stretch[]) =>
  a.length === b.length && a.every(({ src }, i) => src === b[i]?.src)
