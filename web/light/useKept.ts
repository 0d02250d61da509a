import { useState } from 'react'

interface Kept<T> {
  readonly value: T
  /** Whether the person has begun an input that is not sent. */
  readonly isBegun: () => boolean
  /** What they make of it now. */
  readonly write: (value: T) => void
  /** Shows what is begun no longer: it was sent, or stands like this on the server. */
  readonly settle: (value: T) => void
}

/**
 * What somebody has begun and not sent yet, under the name of what it belongs to. It outlives the part of the screen in
 * which it was begun, for that goes when another panel opens and when the pitch ends. `kept` is one map for each form.
 */
export function useKept<T>(kept: Map<string, T>, under: string, empty: () => T): Kept<T> {
  const [value, setValue] = useState(() => kept.get(under) ?? empty())
  return {
    value,
    isBegun: () => kept.has(under),
    write: next => {
      kept.set(under, next)
      setValue(next)
    },
    settle: next => {
      kept.delete(under)
      setValue(next)
    },
  }
}
