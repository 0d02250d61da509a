import { useEffect } from 'react'
import { client } from '#web/client/client.ts'
import { lastActivity } from './activity.ts'

/** Milliseconds between checks, and after which activity is reported; the server waits ten minutes more. */
const LOOK = 60_000
const TELL_AFTER = 4 * 60_000

/**
 * Reports the person's activity to the server every few minutes: filling in a long form or reading makes no calls, and
 * would end the session. An inactive page reports nothing, so that its session ends.
 */
export function useTelling(): void {
  useEffect(() => {
    let toldAt = Date.now()
    const timer = setInterval(() => {
      const active = lastActivity()
      if (active <= toldAt || Date.now() - toldAt < TELL_AFTER) return
      toldAt = Date.now()
      // any call counts as use of the session; if one fails, the next replaces it, and the failure is shown elsewhere
      client.getUserInfoByToken({}).catch(() => {})
    }, LOOK)
    return () => clearInterval(timer)
  }, [])
}
