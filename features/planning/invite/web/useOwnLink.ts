import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { deviceZone } from '#contract/times.ts'
import { client } from '#web/client/client.ts'

/**
 * Exchanges the token of the reader's own join link, which stands behind the `#` and leaves the address bar. `isReady` once
 * that is done, or there is none; a link that no longer works leaves the reader a stranger.
 */
export function useOwnLink(uuid: string, token: string): { readonly isReady: boolean; readonly failure: unknown } {
  const { pathname } = useLocation()
  const [isReady, setReady] = useState(token === '')
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (!token) return
    let current = true
    history.replaceState(history.state, '', pathname)
    client
      .exchangeJoinLink({ uuid, access_token: token, timezone: deviceZone() })
      .catch((failed: unknown) => current && setFailure(failed))
      .finally(() => current && setReady(true))
    return () => {
      current = false
    }
  }, [uuid, token, pathname])
  return { isReady, failure }
}
