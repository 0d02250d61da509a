import type { RoomState } from '#features/room/room/parts.ts'
import { PAGE_CHANGE_DELAY, type ShownPage, whenToShow } from '#features/room/slides/rules.ts'

/** A page change as it comes over the room socket; `sender` is the session that turned the page. */
export type PageChange = ShownPage & { readonly sender: string }

export interface Turning {
  readonly shown: ShownPage
  /** A change that waits for its moment (milliseconds, same clock as `now`). */
  readonly due: { readonly mark: ShownPage; readonly at: number } | undefined
  /** The pages that this browser has turned to and that the server has not echoed yet, oldest first. */
  readonly sent: readonly number[]
}

/** [STATE-010] */
const firstPage: ShownPage = { page: 1, action: 'right', index: 0 }
export const notTurned: Turning = { shown: firstPage, due: undefined, sent: [] }

const same = (a: ShownPage, b: ShownPage) => a.page === b.page && a.action === b.action && a.index === b.index

/** What a page change does here. `own` is this browser's session. */
export function takeChange(
  turning: Turning,
  change: PageChange,
  { status, own, now }: { status: RoomState['status']; own: string; now: number },
): Turning {
  if (status === 0) return reset(turning)
  const { page, action, index } = change
  const mark = { page, action, index }
  // A second window of the same session has sent nothing, so it follows like any other.
  const when = whenToShow(status, turning.shown, change, turning.sent.includes(page) ? own : '')
  if (when === 'never') return takeEcho(turning, mark)
  // While pages of ours are under way, the last of them decides, and its echo settles it.
  if (turning.sent.length > 0) return turning
  if (when === 'now') return { ...turning, shown: mark, due: undefined }
  return { ...turning, due: { mark, at: now + PAGE_CHANGE_DELAY } }
}

/**
 * [STATE-013] The sender's own browser has turned already and skips its echo. Only when somebody else turned in between
 * is it brought to where everybody is.
 */
function takeEcho(turning: Turning, mark: ShownPage): Turning {
  const sent = turning.sent.slice(turning.sent.indexOf(mark.page) + 1)
  return { ...turning, sent, shown: sent.length > 0 || turning.shown.page === mark.page ? turning.shown : mark }
}

/** Turns here at once and remembers that an echo will come. */
export const turnHere = (turning: Turning, mark: ShownPage): Turning => ({
  shown: mark,
  due: undefined,
  sent: [...turning.sent, mark.page],
})

/** Pages of ours that will not be echoed, refused or skipped: back to where the room is, once nothing is under way. */
export const takeBack = (turning: Turning, pages: readonly number[], room: ShownPage): Turning => {
  const sent = turning.sent.filter(page => !pages.includes(page))
  return { ...turning, sent, shown: sent.length > 0 ? turning.shown : room }
}

/** Brings a waiting change in when its moment has come. */
export const takeDue = (turning: Turning, now: number): Turning =>
  turning.due && now >= turning.due.at ? { ...turning, shown: turning.due.mark, due: undefined } : turning

/** The truth of a fresh snapshot, but for what this browser is still sending. [STATE-014] */
export function takeSnapshot(turning: Turning, status: number, mark: ShownPage): Turning {
  if (status === 0) return reset(turning)
  if (turning.sent.length > 0) return turning
  return same(turning.shown, mark) ? { ...turning, due: undefined } : { ...turning, shown: mark, due: undefined }
}

/** [STATE-010, STATE-014] Before the start everybody sees page 1. */
const reset = (turning: Turning): Turning =>
  same(turning.shown, firstPage) && !turning.due && turning.sent.length === 0 ? turning : notTurned
