import { useEffect, useState } from 'react'
import { serverNow } from '#web/client/serverTime.ts'

/** The time as the server has it, again every second, for as long as it is needed. */
export function useNow(runs = true): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!runs) return
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [runs])
  return now
}
