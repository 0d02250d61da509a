import type { coreEvents } from './events.ts'
import type { RoomEvent, RoomPart } from './parts.ts'

/** What the room itself keeps of its state. */
export interface RoomCore {
  /** [STATE-001, STATE-002] 0 not started, 2 live, 3 over for those in the room. */
  readonly status: 0 | 2 | 3
  readonly host: string | null
  /** The number of the event by which `host` came to lead it. */
  readonly hostSince: number
  /** Who leads the pitch, when it is not its presenter. */
  readonly leader: { readonly account: string; readonly name: string } | null
  /** It is a rehearsal: nobody attends, and nothing of it counts. */
  readonly rehearsal: boolean
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly removed: readonly string[]
  /** [STATE-015] Whoever presents has paused it. */
  readonly paused: boolean
  /** When this pause began, and how many milliseconds those before it took: they are no time of the pitch. */
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
      // whoever was removed stays so until somebody says otherwise
      return { ...emptyCore, removed: room.removed }
  }
}

/** These ids but for one. */
export const without = (ids: readonly string[], gone: string) => ids.filter(id => id !== gone)
