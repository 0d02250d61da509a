import { type ComponentType, lazy, type ReactElement, useState } from 'react'
import { fetchAgain } from '#web/client/fetchAgain.ts'
import { moveOn } from '#web/client/newer.ts'

/** Fetches a page's code. */
export type Load = () => Promise<ComponentType>

/** Pages whose code is fetched. */
const fetched = new Map<Load, ComponentType>()

export async function fetchPage(load: Load): Promise<ComponentType> {
  try {
    const Page = await fetchAgain(load)
    fetched.set(load, Page)
    return Page
  } catch (failure) {
    // the page reloads with the newer version, so this never resolves
    if (await moveOn()) return new Promise(() => {})
    throw failure
  }
}

let pages = 0

/** A page whose code is fetched when it is first shown. The key keeps React from reusing it for another route. */
export function page(load: Load): ReactElement {
  return <Fetched key={pages++} load={load} lazyPage={lazy(async () => ({ default: await fetchPage(load) }))} />
}

/**
 * Shows an already fetched page at once, because React delays a suspended one until 300 ms after its fallback. The
 * choice is made once, when the page is first shown.
 */
function Fetched({ load, lazyPage }: { load: Load; lazyPage: ComponentType }) {
  const [Page] = useState<ComponentType>(() => fetched.get(load) ?? lazyPage)
  return <Page />
}

/** What cannot be fetched fails when it is shown, where that can be said. */
export const fetchPages = (loads: Load[]) => Promise.all(loads.map(fetchPage)).catch(() => {})
