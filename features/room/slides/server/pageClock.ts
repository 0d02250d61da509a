import { placeOf, type ShownFile } from '#features/room/deck/apply.ts'

/** Counts for how long each person in a room has each page in view. Times are milliseconds of any one clock. */
export interface PageClock {
  /**
   * The room shows this page of these files from now on; undefined while the pitch is not live and nothing is counted.
   * A change of files ends the look back of each person.
   */
  show(page: number | undefined, now: number, files?: readonly ShownFile[] | null): void
  /** A connection has the room in view, or no longer. `page`: a page other than the room's, by look back. */
  watch(
    person: string,
    connection: object,
    watching: { visible: boolean; page?: number | undefined },
    now: number,
  ): void
  /** Look back ends at this page from now on, whatever a browser claims. */
  reach(last: number, now: number): void
  /** A connection has ended. */
  leave(person: string, connection: object, now: number): void
  /** The counts since the last call, in whole milliseconds. */
  take(now: number): Counted[]
}

/** `page` counts from 1 in its file; without a file, in the room. */
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
  /** The page in view instead of the room's, until its connection reports another one or ends. */
  own: { readonly connection: object; readonly page: number } | undefined
  /** By file and page. */
  readonly pages: Map<string, Counted>
}

/** A page change costs the same for any number of people: it goes into a list, from which each count is made later. */
export function startPageClock(): PageClock {
  const watchers = new Map<string, Watcher>()
  /** The pages shown since the last count; the first entry has no beginning. */
  let shown: Shown[] = [{ page: undefined, files: null, from: Number.NEGATIVE_INFINITY }]

  const count = (person: string, watcher: Watcher, until: number) => countTo(until, person, watcher, shown)
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

/** Adds to a watcher's pages the time in view since the last count. */
function countTo(until: number, person: string, watcher: Watcher, shown: readonly Shown[]): void {
  if (watcher.visible.size > 0) {
    shown.forEach(({ page, files, from }, i) => {
      const start = Math.max(from, watcher.from)
      const end = Math.min(shown[i + 1]?.from ?? until, until)
      const seen = page === undefined ? undefined : (watcher.own?.page ?? page)
      if (seen !== undefined && end > start) addTime(watcher, person, files, seen, end - start)
    })
  }
  watcher.from = until
}

function addTime(watcher: Watcher, accountId: string, files: Shown['files'], seen: number, milliseconds: number): void {
  const { fileId, page } = placeOf(files, seen)
  const key = `${fileId} ${page}`
  const known = watcher.pages.get(key) ?? { accountId, page, milliseconds: 0, ...(fileId && { fileId }) }
  watcher.pages.set(key, known)
  known.milliseconds += milliseconds
}

const areSame = (a: Shown['files'], b: Shown['files']): boolean =>
  a === b || (a?.length === b?.length && (a ?? []).every(({ id }, i) => id === b?.[i]?.id))
