import { useEffect } from 'react'
import { client } from '#web/client/client.ts'
import { lastActivity } from './activity.ts'

/** Milliseconds between looks, and after which somebody who does something is told of; the server waits ten minutes more. */
const LOOK = 60_000
const TELL_AFTER = 4 * 60_000

/**
 * Tells the server every few minutes that somebody is here: whoever fills in a long form, or reads and scrolls, asks it for
 * nothing and would be signed out there. Who does nothing is not told of, so that a page which was left open ends.
 */
export function useTelling(): void {
  useEffect(() => {
    let toldAt = Date.now()
    const timer = setInterval(() => {
      const active = lastActivity()
      if (active <= toldAt || Date.now() - toldAt < TELL_AFTER) return
      toldAt = Date.now()
      // any call is use of the session; one that fails is made up for by the next, and what it means shows elsewhere
      client.getUserInfoByToken({}).catch(() => {})
    }, LOOK)
    return () => clearInterval(timer)
  }, [])
}
