import type { RoomCore } from '#features/room/room/apply.ts'

export const pageActions = ['left', 'right'] as const
export type PageAction = (typeof pageActions)[number]

/** The page that a room shows. */
export interface ShownPage {
  readonly page: number
  readonly action: PageAction
  readonly index: number
}

const isSamePage = (a: ShownPage, b: ShownPage): boolean =>
  a.page === b.page && a.action === b.action && a.index === b.index

/** [STATE-012] Milliseconds by which a browser delays a page change that it does not show at once. */
export const PAGE_CHANGE_DELAY = 1000

/**
 * When a browser shows a page change: [STATE-013] never for its own echo; [STATE-011] at once in a live room, unless it shows
 * that page already; [STATE-012] in all other cases after `PAGE_CHANGE_DELAY`.
 */
export function whenToShow(
  status: RoomCore['status'],
  shown: ShownPage,
  change: ShownPage & { readonly sender: string },
  ownSession: string,
): 'never' | 'now' | 'soon' {
  if (change.sender === ownSession) return 'never'
  return status === 2 && !isSamePage(shown, change) ? 'now' : 'soon'
}

/**
 * What the room shows after a turn: [STATE-010, STATE-014] before the start the page stays the first; [STATE-011] a page that
 * is shown already is no news.
 */
export function turnPage(
  room: ShownPage & Pick<RoomCore, 'status'>,
  wanted: ShownPage,
): { shows: ShownPage; isNews: boolean } {
  if (room.status === 0) return { shows: { page: 1, action: 'right', index: 0 }, isNews: false }
  return { shows: wanted, isNews: !isSamePage(room, wanted) }
}

/** Whether a deck with `pages` pages has that page. A pitch without a deck has an empty first page. */
export const hasPage = (pages: number, page: number): boolean => page >= 1 && page <= Math.max(pages, 1)

/** The slides that attendees may look at by themselves while the pitch is live: none, those shown so far, all. */
export const lookBackChoices = ['off', 'shown', 'all'] as const
export type LookBack = (typeof lookBackChoices)[number]

/** The last slide that attendees may look at by themselves; 0 when they may not. */
export function lastLookable(
  room: { readonly lookBack: LookBack; readonly furthest: number; readonly page: number },
  total: number,
): number {
  if (room.lookBack === 'off') return 0
  return room.lookBack === 'all' ? total : Math.min(Math.max(room.furthest, room.page), total)
}
