import { useCallback, useRef, useState } from 'react'

export interface Act<A extends unknown[]> {
  /** Runs the act, unless it is under way. Returns whether it succeeded. */
  readonly run: (...given: A) => Promise<boolean>
  readonly busy: boolean
  readonly failure: unknown
  readonly forget: () => void
}

/** An act of the person that is asynchronous and may fail. */
export function useAct<A extends unknown[]>(act: (...given: A) => Promise<unknown>): Act<A> {
  const [state, setState] = useState<{ busy: boolean; failure: unknown }>({ busy: false, failure: undefined })
  const underWay = useRef(false)
  const latest = useRef(act)
  latest.current = act
  const run = useCallback(async (...given: A) => {
    if (underWay.current) return false
    underWay.current = true
    setState({ busy: true, failure: undefined })
    const failure = await latest.current(...given).then(
      () => undefined,
      (failed: unknown) => failed ?? 'failed',
    )
    underWay.current = false
    setState({ busy: false, failure })
    return failure === undefined
  }, [])
  const forget = useCallback(() => setState({ busy: false, failure: undefined }), [])
  return { run, ...state, forget }
}
