import { useEffect, useRef } from 'react'
import { useAct } from './useAct.ts'

interface Once extends Pick<ReturnType<typeof useAct>, 'busy' | 'failure'> {
  readonly run: () => Promise<void>
  /** It may still happen, and nothing here waits for it any more. */
  readonly giveUp: () => void
}

/** Acts under way that the person has given up. */
const givenUp = new WeakSet<Promise<unknown>>()

/**
 * An act that is done once however often the part of the screen is closed and opened again in which it was begun: what is
 * under way under this name goes on here, and ends here. `going` is one map for each form.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was under way when this part was opened
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
