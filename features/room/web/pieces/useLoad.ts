import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { pauseBefore } from '#web/client/pause.ts'

export interface Loaded<T> {
  readonly value: T | undefined
  readonly failure: unknown
  readonly loading: boolean
  readonly reload: () => void
}

/** Something the screen needs: asked for when it appears and whenever `key` changes; old answers never win. */
export function useLoad<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ value: T | undefined; failure: unknown; loading: boolean }>({
    value: undefined,
    failure: undefined,
    loading: true,
  })
  const latest = useRef(load)
  latest.current = load
  const turn = useRef(0)
  const reload = useCallback(() => {
    const mine = ++turn.current
    setState(before => ({ ...before, loading: true }))
    latest.current().then(
      value => mine === turn.current && setState({ value, failure: undefined, loading: false }),
      (failure: unknown) =>
        mine === turn.current && setState(before => ({ ...before, failure: failure ?? 'failed', loading: false })),
    )
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what tells that something else is to be loaded
  useEffect(() => {
    reload()
    return () => {
      turn.current++
    }
  }, [key, reload])
  return { ...state, reload }
}

/** Failures that are over by themselves. */
const passing: readonly ErrorCode[] = ['Unavailable', 'TooManyRequests']
export const isPassing = (failure: unknown): boolean => failure instanceof CallFailed && passing.includes(failure.code)

/** The same for what a page cannot do without: while the server is away it is asked for again by itself. */
export function usePatientLoad<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const loaded = useLoad(key, load)
  const { failure, loading, reload } = loaded
  const attempt = useRef(0)
  useEffect(() => {
    if (loading || !isPassing(failure)) return
    const timer = setTimeout(reload, pauseBefore(attempt.current++))
    return () => clearTimeout(timer)
  }, [loading, failure, reload])
  return loaded
}
