import { useEffect, useState } from 'react'

/** The time, again every second, for as long as it is needed. */
export function useNow(runs = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!runs) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [runs])
  return now
}
