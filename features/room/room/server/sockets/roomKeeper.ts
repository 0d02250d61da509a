import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { readRoom } from '#features/room/room/server/queries.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import type { AttendanceWriter } from './attendanceWriter.ts'
import { type LocalRoom, openLocalRoom } from './localRoom.ts'
import type { Presence } from './presence.ts'

/** The rooms that have connections to this server. */
export interface RoomKeeper {
  /** The room, read from the database for its first connection. */
  enter(pitch: PitchRow): Promise<LocalRoom>
  find(pitchId: number): LocalRoom | undefined
  open(): LocalRoom[]
  /** Takes events for a room, also while it is being read. */
  take(pitchId: number, events: readonly RoomEvent[]): void
  /** Drops the rooms without connections to this server. */
  closeEmpty(): void
  close(): void
}

interface KeeperOptions extends Pick<Frame, 'db' | 'log' | 'roomModel' | 'settings'> {
  readonly attendance: AttendanceWriter
  readonly presence: (pitchId: number, room: () => Pick<LocalRoom, 'send' | 'tells'>) => Presence
  readonly happened: (pitchId: number, event: RoomEvent) => void
}

interface KeptRoom {
  room: LocalRoom | undefined
  readonly reading: Promise<LocalRoom>
  /** Events that arrived while the room was read. */
  readonly early: RoomEvent[]
}

export function keepRooms(options: KeeperOptions): RoomKeeper {
  const { db, log, roomModel, settings, attendance, presence, happened } = options
  const rooms = new Map<number, KeptRoom>()

  const read = async (pitch: PitchRow, early: readonly RoomEvent[]) => {
    const pitchId = pitch.id
    const welcome = await roomModel.welcomes(db, pitch)
    const shows = await roomModel.shows(settings, pitchId)
    const at = await readRoom({ db, roomModel }, pitchId)
    const room: LocalRoom = openLocalRoom({
      db,
      log,
      roomModel,
      pitchId,
      welcome,
      shows,
      at,
      presence: presence(pitchId, () => room),
      happened: event => happened(pitchId, event),
    })
    room.take(early)
    return room
  }
  const begin = (pitch: PitchRow): KeptRoom => {
    const early: RoomEvent[] = []
    const kept: KeptRoom = { room: undefined, reading: read(pitch, early), early }
    kept.reading.then(
      room => {
        kept.room = room
      },
      () => rooms.delete(pitch.id),
    )
    rooms.set(pitch.id, kept)
    return kept
  }
  const drop = (pitchId: number, room: LocalRoom) => {
    for (const clock of room.clocks) attendance.viewed(pitchId, clock.take(rightTime()))
    room.close()
    rooms.delete(pitchId)
  }
  const open = () => [...rooms.values()].flatMap(kept => kept.room ?? [])
  return {
    enter: pitch => (rooms.get(pitch.id) ?? begin(pitch)).reading,
    find: pitchId => rooms.get(pitchId)?.room,
    open,
    take: (pitchId, events) => {
      const kept = rooms.get(pitchId)
      if (kept?.room) kept.room.take(events)
      else kept?.early.push(...events)
    },
    closeEmpty: () => {
      for (const room of open()) if (room.isEmpty()) drop(room.pitchId, room)
    },
    close: () => {
      for (const room of open()) drop(room.pitchId, room)
    },
  }
}
