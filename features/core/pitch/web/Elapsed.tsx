import { useEffect, useState } from 'react'

/** Hours, minutes and seconds, 00:14:32; a day and more counts on in hours. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}

/** How long it has been since an instant, second by second. It stays out of screen readers' way: it never rests. */
export function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="tabular" aria-hidden>
      {clockOf((now - new Date(since).getTime()) / 1000)}
    </span>
  )
}
