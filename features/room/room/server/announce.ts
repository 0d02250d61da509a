import type { RoomEvent, RoomEventType, RoomPayload } from '#features/room/room/parts.ts'
import type { Begun } from '#server/context.ts'
import { appendEvent, type LockedRoom } from './append.ts'

/**
 * Appends a numbered event to a pitch's room in the call's transaction; it is sent after the commit. `locked`: the room, when
 * the caller has locked it and has announced nothing since.
 */
type Announce = <K extends RoomEventType>(
  pitchId: number,
  type: K,
  payload: RoomPayload<K>,
  locked?: LockedRoom,
) => Promise<void>

declare module '#server/context.ts' {
  interface ContextParts {
    readonly announce: Announce
  }
}

/** Makes `announce` for one call. Its events are published by room, before anything else that runs after the commit. */
export function announcing({ db, actor, frame, afterCommit }: Begun): Announce {
  const events = new Map<number, RoomEvent[]>()
  afterCommit(() => {
    for (const [pitchId, list] of events) frame.rooms.publish(pitchId, list)
  })
  return async (pitchId, type, payload, locked) => {
    const event = await appendEvent({ db, frame }, pitchId, type, payload, actor?.accountId, locked)
    events.set(pitchId, [...(events.get(pitchId) ?? []), event])
  }
}
