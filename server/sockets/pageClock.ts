/** Counts for how long each person of a room has each page in view. Times are milliseconds of any one clock. */
export interface PageClock {
  /** The room shows this page from now on; undefined when nothing is counted, because the pitch is not live. */
  show(page: number | undefined, now: number): void
  /** A connection of a person has the room in view, or no longer. `page` is another page than the room's. */
  watch(
    person: string,
    connection: object,
    watching: { visible: boolean; page?: number | undefined },
    now: number,
  ): void
  /** A connection is gone. */
  leave(person: string, connection: object, now: number): void
  /** What was counted since the last time, in whole milliseconds. */
  take(now: number): { accountId: string; page: number; milliseconds: number }[]
}

interface Watcher {
  /** The connections that have the room in view. */
  readonly visible: Set<object>
  /** Counted up to here. */
  from: number
  /** Looks at this page instead of the room's, until the connection that said so says otherwise or is gone. */
  own: { readonly connection: object; readonly page: number } | undefined
  readonly pages: Map<number, number>
}

/**
 * A page change costs nothing here however many people there are: it goes into a list, and each person's time is worked
 * out from it when it is asked for.
 */
export function startPageClock(): PageClock {
  const watchers = new Map<string, Watcher>()
  /** Which page the room showed from when on; the first entry reaches back for ever. */
  let shown: { page: number | undefined; from: number }[] = [{ page: undefined, from: Number.NEGATIVE_INFINITY }]

  const count = (watcher: Watcher, until: number) => {
    if (watcher.visible.size > 0) {
      shown.forEach(({ page, from }, i) => {
        const start = Math.max(from, watcher.from)
        const end = Math.min(shown[i + 1]?.from ?? until, until)
        const seen = page === undefined ? undefined : (watcher.own?.page ?? page)
        if (seen !== undefined && end > start) watcher.pages.set(seen, (watcher.pages.get(seen) ?? 0) + end - start)
      })
    }
    watcher.from = until
  }
  return {
    show: (page, now) => {
      if (shown.at(-1)?.page !== page) shown.push({ page, from: now })
    },
    watch: (person, connection, { visible, page }, now) => {
      const watcher = watchers.get(person) ?? { visible: new Set(), from: now, own: undefined, pages: new Map() }
      watchers.set(person, watcher)
      count(watcher, now)
      if (visible) watcher.visible.add(connection)
      else watcher.visible.delete(connection)
      if (visible && page !== undefined) watcher.own = { connection, page }
      else if (watcher.own?.connection === connection) watcher.own = undefined
    },
    leave: (person, connection, now) => {
      const watcher = watchers.get(person)
      if (!watcher) return
      count(watcher, now)
      watcher.visible.delete(connection)
      if (watcher.own?.connection === connection) watcher.own = undefined
    },
    take: now => {
      const counted: { accountId: string; page: number; milliseconds: number }[] = []
      for (const [accountId, watcher] of watchers) {
        count(watcher, now)
        for (const [page, time] of watcher.pages) {
          const milliseconds = Math.floor(time)
          if (milliseconds === 0) continue
          counted.push({ accountId, page, milliseconds })
          watcher.pages.set(page, time - milliseconds)
        }
        if (watcher.visible.size === 0) watchers.delete(accountId)
      }
      shown = shown.slice(-1)
      return counted
    },
  }
}
