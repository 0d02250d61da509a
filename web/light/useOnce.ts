import { useEffect, useRef } from 'react'
import { useAct } from './useAct.ts'

interface Once extends Pick<ReturnType<typeof useAct>, 'busy' | 'failure'> {
  readonly run: () => Promise<void>
  /** Stops waiting for the act, which may still happen. */
  readonly giveUp: () => void
}

/** Acts under way that the person has given up. */
const givenUp = new WeakSet<Promise<unknown>>()

/**
 * An act that runs once, even if its part of the screen is closed and opened again meanwhile: the act under way under
 * this name continues here. `going` is one map for each form.
 */
export function useOnce(
  going: Map<string, Promise<unknown>>,
  under: string,
  act: () => Promise<unknown>,
  done: () => void,
): Once {
  const mine = useRef<Promise<unknown>>(undefined)
  const { run, busy, failure } = useAct(() => {
    const one = going.get(under) ?? act()
    mine.current = one
    going.set(under, one)
    const end = () => void (going.get(under) === one && going.delete(under))
    one.then(end, end)
    return one
  })
  const latest = useRef(done)
  latest.current = done
  const finish = async () => {
    if ((await run()) && mine.current && !givenUp.has(mine.current)) latest.current()
  }
  const begun = useRef(finish)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the act under way when this part opened
  useEffect(() => {
    if (going.has(under)) void begun.current()
  }, [])
  const giveUp = () => {
    const one = going.get(under)
    if (one) givenUp.add(one)
    going.delete(under)
  }
  return { run: finish, busy, failure, giveUp }
}
