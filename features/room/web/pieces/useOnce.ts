import { useEffect, useRef } from 'react'
import { useAct } from './useAct.ts'

/**
 * An act that is done once however often the part of the screen is closed and opened again in which it was begun: what is
 * under way under this name goes on here, and ends here. `going` is one map for each form.
 */
export function useOnce(
  going: Map<string, Promise<unknown>>,
  under: string,
  act: () => Promise<unknown>,
  done: () => void,
): Pick<ReturnType<typeof useAct>, 'busy' | 'failure'> & { readonly run: () => Promise<void> } {
  const { run, busy, failure } = useAct(() => {
    const one = going.get(under) ?? act().finally(() => going.delete(under))
    going.set(under, one)
    return one
  })
  const latest = useRef(done)
  latest.current = done
  const finish = async () => {
    if (await run()) latest.current()
  }
  const begun = useRef(finish)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was under way when this part was opened
  useEffect(() => {
    if (going.has(under)) void begun.current()
  }, [])
  return { run: finish, busy, failure }
}
