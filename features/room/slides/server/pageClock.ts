import { placeOf, type ShownFile } from '#features/room/deck/apply.ts'

/** Counts for how long each person of a room has each page in view. Times are milliseconds of any one clock. */
export interface PageClock {
  /**
   * The room shows this page of these files from now on; undefined when nothing is counted, because the pitch is not
   * live. With other files, pages that people looked at on their own are none any more.
   */
  show(page: number | undefined, now: number, files?: readonly ShownFile[] | null): void
  /** A connection of a person has the room in view, or no longer. `page` is another page than the room's. */
  watch(
    person: string,
    connection: object,
    watching: { visible: boolean; page?: number | undefined },
    now: number,
  ): void
  /** Nobody may look beyond this page on their own any more, whatever their browser says. */
  reach(last: number, now: number): void
  /** A connection is gone. */
  leave(person: string, connection: object, now: number): void
  /** What was counted since the last time, in whole milliseconds. */
  take(now: number): Counted[]
}

/** A page is one of its file, from 1; without files, of the room. */
interface Counted {
  accountId: string
  fileId?: string
  page: number
  milliseconds: number
}

interface Shown {
  readonly page: number | undefined
  readonly files: readonly ShownFile[] | null
  readonly from: number
}

interface Watcher {
  /** The connections that have the room in view. */
  readonly visible: Set<object>
  /** Counted up to here. */
  from: number
  /** Looks at this page instead of the room's, until the connection that said so says otherwise or is gone. */
  own: { readonly connection: object; readonly page: number } | undefined
  /** By file and page. */
  readonly pages: Map<string, Counted>
}

/**
 * A page change costs nothing here however many people there are: it goes into a list, and each person's time is worked
 * out from it when it is asked for.
 */
export function startPageClock(): PageClock {
  const watchers = new Map<string, Watcher>()
  /** Which page the room showed from when on; the first entry reaches back for ever. */
  let shown: Shown[] = [{ page: undefined, files: null, from: Number.NEGATIVE_INFINITY }]

  const add = (watcher: Watcher, accountId: string, files: Shown['files'], seen: number, time: number) => {
    const { fileId, page } = placeOf(files, seen)
    const key = `${fileId} ${page}`
    const known = watcher.pages.get(key) ?? { accountId, page, milliseconds: 0, ...(fileId && { fileId }) }
    watcher.pages.set(key, known)
    known.milliseconds += time
  }
  const count = (person: string, watcher: Watcher, until: number) => {
    if (watcher.visible.size > 0) {
      shown.forEach(({ page, files, from }, i) => {
        const start = Math.max(from, watcher.from)
        const end = Math.min(shown[i + 1]?.from ?? until, until)
        const seen = page === undefined ? undefined : (watcher.own?.page ?? page)
        if (seen !== undefined && end > start) add(watcher, person, files, seen, end - start)
      })
    }
    watcher.from = until
  }
  return {
    show: (page, now, files = null) => {
      const last = shown.at(-1)
      if (last?.page === page && last?.files === files) return
      if (!areSame(last?.files ?? null, files)) {
        for (const [person, watcher] of watchers) {
          count(person, watcher, now)
          watcher.own = undefined
        }
      }
      shown.push({ page, files, from: now })
    },
    watch: (person, connection, { visible, page }, now) => {
      const watcher = watchers.get(person) ?? { visible: new Set(), from: now, own: undefined, pages: new Map() }
      watchers.set(person, watcher)
      count(person, watcher, now)
      if (visible) watcher.visible.add(connection)
      else watcher.visible.delete(connection)
      if (visible && page !== undefined) watcher.own = { connection, page }
      else if (watcher.own?.connection === connection) watcher.own = undefined
    },
    reach: (last, now) => {
      for (const [person, watcher] of watchers) {
        if (!watcher.own || watcher.own.page <= last) continue
        count(person, watcher, now)
        watcher.own = undefined
      }
    },
    leave: (person, connection, now) => {
      const watcher = watchers.get(person)
      if (!watcher) return
      count(person, watcher, now)
      watcher.visible.delete(connection)
      if (watcher.own?.connection === connection) watcher.own = undefined
    },
    take: now => {
      const counted: Counted[] = []
      for (const [accountId, watcher] of watchers) {
        count(accountId, watcher, now)
        for (const known of watcher.pages.values()) {
          const milliseconds = Math.floor(known.milliseconds)
          if (milliseconds === 0) continue
          counted.push({ ...known, milliseconds })
          known.milliseconds -= milliseconds
        }
        if (watcher.visible.size === 0) watchers.delete(accountId)
      }
      shown = shown.slice(-1)
      return counted
    },
  }
}

const areSame = (a: Shown['files'], b: Shown['files']): boolean =>
  a === b || (a?.length === b?.length && (a ?? []).every(({ id }, i) => id === b?.[i]?.id))
