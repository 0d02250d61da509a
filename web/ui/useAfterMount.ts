import { useEffect, useState } from 'react'

/**
 * Whether a dialog is open, from one moment after its mount: only a dialog that exists before it opens returns the
 * focus.
 */
export function useAfterMount(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return shown
}
