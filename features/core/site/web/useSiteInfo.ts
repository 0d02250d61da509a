import { useEffect, useState } from 'react'
import type { SiteInfo } from '#features/core/site/siteInfo.ts'
import { client } from '#web/client/client.ts'

let underWay: Promise<SiteInfo> | undefined

/** Several parts of a page ask at the same time: once is enough. */
function ask(): Promise<SiteInfo> {
  underWay ??= client.getSiteInfo({ host: location.host }).finally(() => {
    underWay = undefined
  })
  return underWay
}

/** What anyone may know of this console; undefined until it has answered. Pages do without, so a failure is silent. */
export function useSiteInfo(): SiteInfo | undefined {
  const [info, setInfo] = useState<SiteInfo>()
  useEffect(() => {
    let current = true
    ask().then(
      found => current && setInfo(found),
      () => {},
    )
    return () => {
      current = false
    }
  }, [])
  return info
}
