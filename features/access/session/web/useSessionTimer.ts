import { useCallback, useEffect, useRef, useState } from 'react'
import { lastActivity, noteActivity } from './activity.ts'

/** [CONST-004, STATE-095] Seconds, when the server says nothing. */
export const DEFAULT_TIMEOUT = 1800
/** [CONST-005] Seconds before the end at which the person is asked. */
export const WARN_AT = 60

/** [STATE-095, STATE-096] Seconds without a click after which a browser signs out, from the server's minutes. */
export const timeoutOf = (minutes: number | undefined): number =>
  minutes !== undefined && minutes > 0 ? minutes * 60 : DEFAULT_TIMEOUT

/** Whole seconds that are left: by the clock, because timers are unreliable in sleeping computers and hidden tabs. */
export const secondsLeft = (timeout: number, last: number, now: number): number =>
  Math.min(timeout, Math.max(0, Math.ceil(timeout - (now - last) / 1000)))

export interface SessionTimer {
  /** [ENT-052] Seconds until the sign-out; Infinity while there is more than a minute left. */
  readonly main_session_timeout_current: number
  /** [STATE-100] Starts it again. */
  readonly stay: () => void
}

/**
 * [STATE-094] Counts down each second, in every tab from the same last activity. `loadedAt` is when the person was
 * loaded (STATE-097). A click or a key starts it again (STATE-098), but not while the question is open: that wants an
 * answer. `onEnd` runs once.
 */
export function useSessionTimer(timeout: number, loadedAt: number, onEnd: () => void): SessionTimer {
  const [left, setLeft] = useState(Number.POSITIVE_INFINITY)
  const ended = useRef(false)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })

  const tick = useCallback(() => {
    if (ended.current) return
    const seconds = secondsLeft(timeout, lastActivity(), Date.now())
    // a hidden page need not be drawn each second
    setLeft(seconds > WARN_AT ? Number.POSITIVE_INFINITY : seconds)
    if (seconds > 0) return
    ended.current = true
    end.current()
  }, [timeout])

  const stay = useCallback(() => {
    noteActivity()
    tick()
  }, [tick])

  useEffect(() => {
    if (loadedAt) noteActivity()
    tick()
    const timer = setInterval(tick, 1000)
    const events = ['visibilitychange', 'focus', 'storage'] as const
    for (const event of events) addEventListener(event, tick, true)
    return () => {
      clearInterval(timer)
      for (const event of events) removeEventListener(event, tick, true)
    }
  }, [tick, loadedAt])

  const asks = left <= WARN_AT
  useEffect(() => {
    if (asks) return
    const note = () => noteActivity()
    document.addEventListener('click', note, true)
    document.addEventListener('keydown', note, true)
    return () => {
      document.removeEventListener('click', note, true)
      document.removeEventListener('keydown', note, true)
    }
  }, [asks])

  return { main_session_timeout_current: left, stay }
}
