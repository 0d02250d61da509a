/** How the stage looks to somebody: what is large, and what is small. */
export const layouts = ['slides', 'side', 'faces', 'speaker'] as const
export type Layout = (typeof layouts)[number]

const storedUnder = 'rostrum.room.layout'
/** Of so many people this browser remembers it. */
const REMEMBERED = 20

type Kept = Record<string, Layout>

/** What this person chose here last; before it is known who they are, what anybody did. */
export function storedLayout(person: string | undefined): Layout {
  const kept = read()
  const found = kept[person ?? ''] ?? kept['']
  return layouts.find(layout => layout === found) ?? 'slides'
}

export function storeLayout(person: string | undefined, layout: Layout): void {
  const { '': _last, ...others } = read()
  if (person) delete others[person]
  const latest = Object.entries(others).slice(-REMEMBERED)
  const kept = { ...Object.fromEntries(latest), ...(person ? { [person]: layout } : {}), '': layout }
  try {
    localStorage.setItem(storedUnder, JSON.stringify(kept))
  } catch {
    // without storage it lasts as long as the page
  }
}

function read(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(storedUnder) ?? '{}') as Kept | null) ?? {}
  } catch {
    return {}
  }
}
