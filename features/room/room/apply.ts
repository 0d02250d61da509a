import type { coreEvents } from './events.ts'
import type { RoomEvent, RoomPart } from './parts.ts'

/** The room's own fields of its state. */
export interface RoomCore {
  /** [STATE-001, STATE-002] 0 not started, 2 live, 3 over for those in the room. */
  readonly status: 0 | 2 | 3
  readonly host: string | null
  /** The number of the event that made `host` the leader. */
  readonly hostSince: number
  /** The leader's name, unless the presenter leads. */
  readonly leader: { readonly account: string; readonly name: string } | null
  /** A rehearsal has no attendees, and nothing of it counts. */
  readonly rehearsal: boolean
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly removed: readonly string[]
  /** [STATE-015] A presenter has paused the pitch. */
  readonly paused: boolean
  /** The start of the current pause, and the milliseconds of those before it: pauses are no time of the pitch. */
  readonly pauses: { readonly since: string | null; readonly took: number }
}

type CoreEvents = typeof coreEvents

declare module './parts.ts' {
  interface RoomEvents extends CoreEvents {}
  interface RoomParts {
    room: RoomCore
  }
}

/** [STATE-010] Before the start. */
export const emptyCore: RoomCore = {
  status: 0,
  host: null,
  hostSince: 0,
  leader: null,
  rehearsal: false,
  startedAt: null,
  endedAt: null,
  removed: [],
  paused: false,
  pauses: { since: null, took: 0 },
}

export const corePart: RoomPart<RoomCore> = { empty: emptyCore, apply: applyCore }

function applyCore(room: RoomCore, happened: RoomEvent): Partial<RoomCore> | undefined {
  switch (happened.type) {
    case 'pitchStarted': {
      const { startedAt, host, leader = null, rehearsal = false } = happened.payload
      return {
        ...emptyCore,
        removed: room.removed,
        status: 2,
        host,
        hostSince: happened.seq,
        leader,
        rehearsal,
        startedAt,
      }
    }
    case 'hostChanged': {
      const { host, leader = null } = happened.payload
      return { host, hostSince: happened.seq, leader }
    }
    case 'pitchPaused':
      return room.status === 2 ? { paused: true, pauses: { ...room.pauses, since: happened.at } } : undefined
    case 'pitchResumed': {
      const { since, took } = room.pauses
      const ended = since ? took + Date.parse(happened.at) - Date.parse(since) : took
      return { paused: false, pauses: { since: null, took: ended } }
    }
    case 'attendeeRemoved':
      return { removed: [...without(room.removed, happened.payload.account), happened.payload.account] }
    case 'attendeeReadmitted':
      return { removed: without(room.removed, happened.payload.account) }
    case 'pitchEnded':
      return { status: 3, endedAt: happened.payload.endedAt, paused: false }
    case 'pitchReopened':
      // removed attendees stay removed until the team readmits them
      return { ...emptyCore, removed: room.removed }
  }
}

/** The ids except one. */
export const without = (ids: readonly string[], gone: string) => ids.filter(id => id !== gone)
