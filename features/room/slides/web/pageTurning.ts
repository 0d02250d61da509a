import type { RoomState } from '#features/room/room/parts.ts'
import { PAGE_CHANGE_DELAY, type ShownPage, whenToShow } from '#features/room/slides/rules.ts'

/** A page change from the room socket; `sender` is the session that turned the page. */
export type PageChange = ShownPage & { readonly sender: string }

export interface Turning {
  readonly shown: ShownPage
  /** A delayed change; `at` is in milliseconds by the clock of `now`. */
  readonly due: { readonly mark: ShownPage; readonly at: number } | undefined
  /** The pages that this browser has turned to and that the server has not echoed yet, oldest first. */
  readonly sent: readonly number[]
}

/** [STATE-010] */
const firstPage: ShownPage = { page: 1, action: 'right', index: 0 }
export const notTurned: Turning = { shown: firstPage, due: undefined, sent: [] }

const same = (a: ShownPage, b: ShownPage) => a.page === b.page && a.action === b.action && a.index === b.index

/** The turning after a page change. `own` is this browser's session. */
export function takeChange(
  turning: Turning,
  change: PageChange,
  { status, own, now }: { status: RoomState['status']; own: string; now: number },
): Turning {
  if (status === 0) return reset(turning)
  const { page, action, index } = change
  const mark = { page, action, index }
  // a second window of the same session has sent nothing, so it follows the change
  const when = whenToShow(status, turning.shown, change, turning.sent.includes(page) ? own : '')
  if (when === 'never') return takeEcho(turning, mark)
  // while own turns are being sent, the last of them decides, and its echo settles it
  if (turning.sent.length > 0) return turning
  if (when === 'now') return { ...turning, shown: mark, due: undefined }
  return { ...turning, due: { mark, at: now + PAGE_CHANGE_DELAY } }
}

/**
 * [STATE-013] The sender's own browser has turned already and skips its echo. When another presenter turned in between, it
 * moves to the room's page.
 */
function takeEcho(turning: Turning, mark: ShownPage): Turning {
  const sent = turning.sent.slice(turning.sent.indexOf(mark.page) + 1)
  return { ...turning, sent, shown: sent.length > 0 || turning.shown.page === mark.page ? turning.shown : mark }
}

/** Turns here at once, and expects an echo. */
export const turnHere = (turning: Turning, mark: ShownPage): Turning => ({
  shown: mark,
  due: undefined,
  sent: [...turning.sent, mark.page],
})

/** Takes back own turns that get no echo, because they were refused or skipped. Without others the room's page is shown. */
export const takeBack = (turning: Turning, pages: readonly number[], room: ShownPage): Turning => {
  const sent = turning.sent.filter(page => !pages.includes(page))
  return { ...turning, sent, shown: sent.length > 0 ? turning.shown : room }
}

/** Shows a delayed change when it is due. */
export const takeDue = (turning: Turning, now: number): Turning =>
  turning.due && now >= turning.due.at ? { ...turning, shown: turning.due.mark, due: undefined } : turning

/** [STATE-014] The turning after a snapshot, which does not override a turn that is still being sent. */
export function takeSnapshot(turning: Turning, status: number, mark: ShownPage): Turning {
  if (status === 0) return reset(turning)
  if (turning.sent.length > 0) return turning
  return same(turning.shown, mark) ? { ...turning, due: undefined } : { ...turning, shown: mark, due: undefined }
}

/** [STATE-010, STATE-014] Before the start the room shows page 1. */
const reset = (turning: Turning): Turning =>
  same(turning.shown, firstPage) && !turning.due && turning.sent.length === 0 ? turning : notTurned
