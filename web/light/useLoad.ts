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
 * Something the screen needs: asked for when it appears and whenever `key` changes, and so many milliseconds after each
 * answer where `again` says so. Old answers never win over newer ones; but one that comes while the next is asked for is
 * shown, so that a slow line shows something however often it is asked.
 */
export function useLoad<T>(key: string, load: () => Promise<T>, again?: number): Loaded<T> {
  const [state, setState] = useState<{ value: T | undefined; failure: unknown; loading: boolean }>({
    value: undefined,
    failure: undefined,
    loading: true,
  })
  const latest = useRef({ load, again })
  latest.current = { load, again }
  const turn = useRef<{ asked: number; shown: number; timer?: ReturnType<typeof setTimeout> }>({ asked: 0, shown: 0 })
  const reload = useCallback(() => {
    const now = turn.current
    const mine = ++now.asked
    clearTimeout(now.timer)
    setState(before => ({ ...before, loading: true }))
    const answered = () => {
      const pause = latest.current.again
      if (mine === now.asked && pause !== undefined) now.timer = setTimeout(reload, pause)
    }
    latest.current.load().then(
      value => {
        if (mine < now.shown) return
        now.shown = mine
        setState({ value, failure: undefined, loading: mine !== now.asked })
        answered()
      },
      (failure: unknown) => {
        if (mine < now.shown || mine !== now.asked) return
        setState(before => ({ ...before, failure: failure ?? 'failed', loading: false }))
        answered()
      },
    )
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what tells that something else is to be loaded
  useEffect(() => {
    const now = turn.current
    reload()
    return () => {
      now.shown = ++now.asked
      clearTimeout(now.timer)
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
