import { useCallback, useState } from 'react'

/** The layouts of the stage: what is large, and what is small. */
export const layouts = ['slides', 'side', 'faces', 'speaker'] as const
export type Layout = (typeof layouts)[number]

const storedUnder = 'rostrum.room.layout'
/** People whose layout this browser stores. */
const STORED_PEOPLE = 20

type Kept = Record<string, Layout>

/** The layout that this person chose here last; while the person is unknown, the last choice of any person. */
export function storedLayout(person: string | undefined): Layout {
  const kept = read()
  const found = kept[person ?? ''] ?? kept['']
  return layouts.find(layout => layout === found) ?? 'slides'
}

export function storeLayout(person: string | undefined, layout: Layout): void {
  const { '': _last, ...others } = read()
  if (person) delete others[person]
  const latest = Object.entries(others).slice(-STORED_PEOPLE)
  const kept = { ...Object.fromEntries(latest), ...(person ? { [person]: layout } : {}), '': layout }
  try {
    localStorage.setItem(storedUnder, JSON.stringify(kept))
  } catch {
    // without storage the choice lasts as long as the page
  }
}

function read(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(storedUnder) ?? '{}') as Kept | null) ?? {}
  } catch {
    return {}
  }
}

/** The layout of one person, stored in this browser. */
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
