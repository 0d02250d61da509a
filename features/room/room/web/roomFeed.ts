import type { RoomEvent, RoomModel, RoomView } from '#features/room/room/parts.ts'

/** What a browser knows of a room: the view after event `seq`. */
export interface Feed {
  /** The number of the last event applied; undefined before the first snapshot. */
  readonly seq: number | undefined
  readonly view: RoomView
  /** The number of the snapshot that it began with; another one when it began anew. */
  readonly from: number | undefined
}

export const noFeed = ({ emptyView }: RoomModel): Feed => ({ seq: undefined, view: emptyView, from: undefined })

/** A snapshot counts unless the feed is ahead of it already. */
export const takeRoom = (feed: Feed, seq: number, view: RoomView): Feed =>
  feed.seq !== undefined && seq < feed.seq ? feed : { seq, view, from: seq }

/**
 * The next event in its turn. One that was applied before changes nothing; one that skips a number is a `gap`, and the
 * feed stays as it was until what is missing has come.
 */
export function takeEvent(model: RoomModel, feed: Feed, event: RoomEvent): Feed | 'gap' {
  if (feed.seq === undefined) return 'gap'
  if (event.seq <= feed.seq) return feed
  if (event.seq !== feed.seq + 1) return 'gap'
  // [PERM-059] what was known has other names: it begins anew
  const from = model.namesAfter(event) ? event.seq : feed.from
  return { seq: event.seq, view: model.apply(feed.view, event), from }
}
