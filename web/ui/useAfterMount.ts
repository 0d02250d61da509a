import { useEffect, useState } from 'react'

/**
 * Whether a dialog is open, beginning one moment after it exists: a dialog that is there already when it opens gives
 * the keyboard back to where it was.
 */
export function useAfterMount(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return shown
}
