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

/**
 * Loads data when the screen appears and whenever `key` changes, and `again` milliseconds after each answer if given. An
 * old answer never replaces a newer one. One that arrives while the next is loading is shown, so that a slow connection
 * shows something however often it reloads.
 */
export function useLoad<T>(key: string, load: () => Promise<T>, again?: number): Loaded<T> {
  const [state, setState] = useState<{ value: T | undefined; failure: unknown; loading: boolean }>({
    value: undefined,
    failure: undefined,
    loading: true,
  })
  const latest = useRef({ load, again })
  latest.current = { load, again }
  const turn = useRef<{ requested: number; shown: number; timer?: ReturnType<typeof setTimeout> }>({
    requested: 0,
    shown: 0,
  })
  const reload = useCallback(() => {
    const now = turn.current
    const mine = ++now.requested
    clearTimeout(now.timer)
    setState(before => ({ ...before, loading: true }))
    const answered = () => {
      const pause = latest.current.again
      if (mine === now.requested && pause !== undefined) now.timer = setTimeout(reload, pause)
    }
    latest.current.load().then(
      value => {
        if (mine < now.shown) return
        now.shown = mine
        setState({ value, failure: undefined, loading: mine !== now.requested })
        answered()
      },
      (failure: unknown) => {
        if (mine < now.shown || mine !== now.requested) return
        setState(before => ({ ...before, failure: failure ?? 'failed', loading: false }))
        answered()
      },
    )
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means that other data are needed
  useEffect(() => {
    const now = turn.current
    reload()
    return () => {
      now.shown = ++now.requested
      clearTimeout(now.timer)
    }
  }, [key, reload])
  return { ...state, reload }
}

/** Failures that pass by themselves. */
const passing: readonly ErrorCode[] = ['Unavailable', 'TooManyRequests']
export const isPassing = (failure: unknown): boolean => failure instanceof CallFailed && passing.includes(failure.code)

/** The same for data that a page requires: it retries by itself while the server is down. */
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
