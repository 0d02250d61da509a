import type { KeyAct } from '#features/room/room/web/useRoomKeys.ts'

/** The page that a key asks for, if it asks for one. */
export function pageAsked(act: KeyAct, page: number, total: number): number | undefined {
  if (typeof act === 'object') return act.page <= total ? act.page : undefined
  return { next: page + 1, previous: page - 1, first: 1, last: total }[act as 'next']
}
