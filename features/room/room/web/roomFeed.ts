import type { RoomEvent, RoomModel, RoomView } from '#features/room/room/parts.ts'

/** A browser's view of a room after event `seq`. */
export interface Feed {
  /** The number of the last event applied; undefined before the first snapshot. */
  readonly seq: number | undefined
  readonly view: RoomView
  /** The number of the snapshot with which the feed began; it changes when the feed restarts. */
  readonly from: number | undefined
}

export const noFeed = ({ emptyView }: RoomModel): Feed => ({ seq: undefined, view: emptyView, from: undefined })

/** The feed after a snapshot, which is ignored when the feed is ahead of it. */
export const takeRoom = (feed: Feed, seq: number, view: RoomView): Feed =>
  feed.seq !== undefined && seq < feed.seq ? feed : { seq, view, from: seq }

/**
 * The feed after the next event. An event that was applied before changes nothing; one that skips a number is a `gap`,
 * and the feed stays until the missing events are here.
 */
export function takeEvent(model: RoomModel, feed: Feed, event: RoomEvent): Feed | 'gap' {
  if (feed.seq === undefined) return 'gap'
  if (event.seq <= feed.seq) return feed
  if (event.seq !== feed.seq + 1) return 'gap'
  // [PERM-059] the names in the view have changed, so the feed restarts
  const from = model.namesAfter(event) ? event.seq : feed.from
  return { seq: event.seq, view: model.apply(feed.view, event), from }
}
