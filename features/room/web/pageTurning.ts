import type { PageAction } from '#features/room/events.ts'

/** What is on the screen: a page from 1, the way it was turned, and the step within it. */
export interface PageMark {
  readonly page: number
  readonly action: PageAction
  readonly index: number
}

/** A page change as it comes over the room socket. */
export interface PageChange extends PageMark {
  /** The session that turned the page. */
  readonly sender: string
}

export interface Turning {
  readonly shown: PageMark
  /** A change that waits for its moment (milliseconds, same clock as `now`). */
  readonly due: { readonly mark: PageMark; readonly at: number } | undefined
  /** The pages that this browser has turned to and that the server has not echoed yet, oldest first. */
  readonly sent: readonly number[]
}

/** [STATE-012] How long a change waits that is not applied at once, in milliseconds. */
export const turnDelay = 1000

/** [STATE-010] */
export const firstPage: PageMark = { page: 1, action: 'right', index: 0 }
export const notTurned: Turning = { shown: firstPage, due: undefined, sent: [] }

const same = (a: PageMark, b: PageMark) => a.page === b.page && a.action === b.action && a.index === b.index

/** What a page change does. `own` is this browser's session, undefined before it is known. */
export function takeChange(
  turning: Turning,
  change: PageChange,
  { status, own, now }: { status: number; own: string | undefined; now: number },
): Turning {
  if (status === 0) return reset(turning)
  const { page, action, index } = change
  const mark = { page, action, index }
  if (change.sender === own && turning.sent.includes(page)) return takeEcho(turning, mark)
  // While pages of ours are under way, the last of them decides, and its echo settles it.
  if (turning.sent.length > 0) return turning
  if (status === 2 && !same(mark, turning.shown)) return { ...turning, shown: mark, due: undefined }
  return { ...turning, due: { mark, at: now + turnDelay } }
}

/**
 * [STATE-013] The sender's own browser has turned already and skips its echo. Only when somebody else turned in between
 * is it brought to where everybody is. A second window of the same session sent nothing, so it follows like any other.
 */
function takeEcho(turning: Turning, mark: PageMark): Turning {
  const sent = turning.sent.slice(turning.sent.indexOf(mark.page) + 1)
  return { ...turning, sent, shown: sent.length > 0 || turning.shown.page === mark.page ? turning.shown : mark }
}

/** Turns here at once and remembers that an echo will come. */
export const turnHere = (turning: Turning, mark: PageMark): Turning => ({
  shown: mark,
  due: undefined,
  sent: [...turning.sent, mark.page],
})

/** The server refused a page of ours: back to where the room is. */
export const takeBack = (turning: Turning, page: number, room: PageMark): Turning => {
  const sent = turning.sent.filter(other => other !== page)
  return { ...turning, sent, shown: sent.length > 0 ? turning.shown : room }
}

/** Brings a waiting change in when its moment has come. */
export const takeDue = (turning: Turning, now: number): Turning =>
  turning.due && now >= turning.due.at ? { ...turning, shown: turning.due.mark, due: undefined } : turning

/** The truth of a fresh snapshot, but for what this browser is still sending. [STATE-014] */
export function takeSnapshot(turning: Turning, status: number, mark: PageMark): Turning {
  if (status === 0) return reset(turning)
  if (turning.sent.length > 0) return turning
  return same(turning.shown, mark) ? { ...turning, due: undefined } : { ...turning, shown: mark, due: undefined }
}

/** [STATE-010, STATE-014] Before the start everybody sees page 1. */
const reset = (turning: Turning): Turning =>
  same(turning.shown, firstPage) && !turning.due && turning.sent.length === 0 ? turning : notTurned
