import type { RoomEvent, RoomEventType, RoomPayload } from '#features/room/room/events.ts'
import type { Begun } from '#server/context.ts'
import { appendEvent, type HeldRoom } from './append.ts'

/**
 * Appends a numbered event to a pitch's room in the call's transaction; it is sent after the commit. `held`: the room, by
 * who holds it and has announced nothing since.
 */
type Announce = <K extends RoomEventType>(
  pitchId: number,
  type: K,
  payload: RoomPayload<K>,
  held?: HeldRoom,
) => Promise<void>

declare module '#server/context.ts' {
  interface ContextParts {
    readonly announce: Announce
  }
}

/** `announce` for one call: what it appends is published by room, before whatever else comes after the commit. */
export function announcing({ db, actor, frame, afterCommit }: Begun): Announce {
  const events = new Map<number, RoomEvent[]>()
  afterCommit(() => {
    for (const [pitchId, list] of events) frame.rooms.publish(pitchId, list)
  })
  return async (pitchId, type, payload, held) => {
    const event = await appendEvent(db, pitchId, type, payload, actor?.accountId, held)
    events.set(pitchId, [...(events.get(pitchId) ?? []), event])
  }
}
