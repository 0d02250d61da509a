import { useCallback, useState } from 'react'
import { type Layout, storedLayout, storeLayout } from './layouts.ts'

/** The layout of one person, remembered in this browser. */
export function useLayout(person: string | undefined): { layout: Layout; choose: (layout: Layout) => void } {
  const [chosen, setChosen] = useState<Layout>()
  const choose = useCallback(
    (layout: Layout) => {
      storeLayout(person, layout)
      setChosen(layout)
    },
    [person],
  )
  return { layout: chosen ?? storedLayout(person), choose }
}
