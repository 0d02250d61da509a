import { useEffect, useRef } from 'react'

interface Wait {
  /** How long the value has to stay the same, in milliseconds. */
  readonly pause: number
  /** The longest delay after the first change, in milliseconds, however often the value changes. */
  readonly most?: number
}

/** Runs with a changed value once it has stayed the same for a while. */
export function useDelayed<T>(
  value: T,
  { pause, most = Number.POSITIVE_INFINITY }: Wait,
  act: (value: T) => void,
): void {
  const latest = useRef(act)
  latest.current = act
  const seen = useRef(value)
  const waits = useRef<{ since: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  useEffect(() => {
    if (value === seen.current) return
    seen.current = value
    const now = performance.now()
    const since = waits.current?.since ?? now
    clearTimeout(waits.current?.timer)
    const timer = setTimeout(
      () => {
        waits.current = undefined
        latest.current(value)
      },
      Math.max(0, Math.min(pause, since + most - now)),
    )
    waits.current = { since, timer }
  }, [value, pause, most])
  useEffect(() => () => clearTimeout(waits.current?.timer), [])
}
