import { useState } from 'react'

interface Kept<T> {
  readonly value: T
  /** Whether the person has begun an input that is not sent. */
  readonly isBegun: () => boolean
  /** Changes the input. */
  readonly write: (value: T) => void
  /** Forgets the input, because the value was sent or is on the server. */
  readonly settle: (value: T) => void
}

/**
 * An input that is not sent yet, kept under the name of its subject. It outlives its part of the screen, which is
 * removed when another panel opens and when the pitch ends. `kept` is one map for each form.
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
