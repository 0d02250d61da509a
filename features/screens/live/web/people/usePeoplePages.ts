import { useCallback, useEffect, useRef, useState } from 'react'
import type { Person } from '#features/room/guest/contract.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'

/** People in one page. */
export const pageSize = 100

export interface PeoplePages {
  /** All people, loaded or not; undefined before the first answer. */
  readonly total: number | undefined
  readonly here: number
  readonly failure: unknown
  /** The person at an index from 0; undefined while their page loads. */
  at(place: number): Person | undefined
  /** Loads missing pages of this range. */
  need(from: number, to: number): void
  /** Loads the visible pages again. The present rows stay until the answer arrives. */
  reload(): void
}

interface Known {
  readonly key: string
  readonly pages: ReadonlyMap<number, readonly Person[]>
  readonly total: number | undefined
  readonly here: number
  readonly failure: unknown
}
const nothing = (key: string): Known => ({ key, pages: new Map(), total: undefined, here: 0, failure: undefined })

/** The people of a room, loaded page by page as they come into view. A new key is a new list. */
export function usePeoplePages(
  key: string,
  ask: (page: number, limit: number) => ReturnType<RoomClient['getRoomPeople']>,
): PeoplePages {
  const [known, setKnown] = useState(() => nothing(key))
  const latest = useRef({
    key,
    ask,
    pending: new Map<number, number>(),
    shown: new Map<number, number>(),
    view: [0, 0] as [number, number],
    turn: 0,
  })
  const now = latest.current
  now.ask = ask

  const load = useCallback((page: number) => {
    const { key: of, pending, shown } = latest.current
    const turn = ++latest.current.turn
    pending.set(page, turn)
    latest.current.ask(page + 1, pageSize).then(
      ({ items, total, here }) => {
        // an answer is used unless a newer one has arrived
        if (latest.current.key !== of || turn < (shown.get(page) ?? 0)) return
        shown.set(page, turn)
        setKnown(before => {
          const pages = new Map(before.key === of ? before.pages : [])
          return { key: of, pages: pages.set(page, items), total, here, failure: undefined }
        })
      },
      (failure: unknown) => {
        if (latest.current.key !== of || pending.get(page) !== turn) return
        pending.delete(page)
        setKnown(before => ({ ...before, key: of, failure: failure ?? 'failed' }))
      },
    )
  }, [])
  const inView = useCallback(() => {
    const [from, to] = latest.current.view
    const first = Math.floor(from / pageSize)
    return Array.from({ length: Math.floor(to / pageSize) - first + 1 }, (_, more) => first + more)
  }, [])
  const need = useCallback(
    (from: number, to: number) => {
      latest.current.view = [from, to]
      for (const page of inView()) if (!latest.current.pending.has(page)) load(page)
    },
    [inView, load],
  )
  const reload = useCallback(() => {
    latest.current.pending.clear()
    for (const page of inView()) load(page)
  }, [inView, load])
  useEffect(() => {
    latest.current.key = key
    latest.current.view = [0, 0]
    reload()
  }, [key, reload])
  // the old list stays until the first page of the new one arrives, so that typing does not flicker
  const { pages } = known
  return {
    ...known,
    at: place => pages.get(Math.floor(place / pageSize))?.[place % pageSize],
    need,
    reload,
  }
}
