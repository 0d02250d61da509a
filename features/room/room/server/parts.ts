import type { SQL } from 'drizzle-orm'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { RoomAsides, RoomEvent, RoomEvents, RoomModel, RoomState } from '#features/room/room/parts.ts'
import type { RoomWelcome, Watching } from '#features/room/room/socket.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame, Rooms } from '#server/frame.ts'
import type { Viewed } from './stays.ts'

/** Whether an account is in the room as a host. */
type IsHost = (id: string) => boolean

/** Counts what people have in view, and for how long. Times are milliseconds of any one clock. */
export interface RoomClock {
  /** The room has this state from now on. */
  show(room: RoomState, now: number): void
  /** A person's connection has the room in view, or no longer. */
  watch(person: string, connection: object, watching: Watching, now: number): void
  /** A connection has ended. */
  leave(person: string, connection: object, now: number): void
  /** The counts since the last call, in whole milliseconds. */
  take(now: number): Viewed[]
}

/** What an attendee on stage may send. */
interface Grant {
  readonly camera: boolean
  readonly microphone: boolean
}

/** Changes a value for the people in a room; the same object stays as it is. */
export type Shows = <T>(value: T, room: RoomState) => T

/** Ends what depends on connections to a room. */
export interface Ender {
  end(whom: Parameters<Rooms['disconnect']>[0]): void
  stop(): void
}

/** A word's part in rooms on the server, besides its `RoomPart`. */
export interface ServerPart {
  /** Changes an event's payload before it is stored and sent, in the transaction that appends it. */
  readonly stores?: <T>(db: Transaction, pitchId: number, room: RoomState, payload: T) => Promise<T>
  /** Changes a value before it is sent to the people in the room. */
  readonly tells?: <T>(value: T, room: RoomState, isHostHere: IsHost) => T
  /** Makes the function that changes everything on its way to the people in a room, after all else; for one room. */
  readonly shows?: (settings: Frame['settings'], pitchId: number) => Promise<Shows>
  /** Whether everyone in the room gets it whole in place of this event. */
  readonly renews?: (happened: RoomEvent) => boolean
  /** Changes the events before this one for connections that missed them; undefined when they stay. */
  readonly retells?: (happened: RoomEvent, isHostHere: IsHost) => ((before: RoomEvent) => RoomEvent) | undefined
  /** Changes a missed event for people who do not manage the pitch, while it is not live. */
  readonly withholds?: (event: RoomEvent) => RoomEvent
  /** Reads a snapshot's asides: an expression of one column, and the value of what it selected. */
  readonly asides?: {
    readonly [A in keyof RoomAsides]?: {
      readonly select: (pitchId: number) => SQL
      readonly read: (selected: unknown) => RoomAsides[A]
    }
  }
  /** Fields for the greeting of a connection, besides the room's state. */
  readonly welcomes?: (db: Database, pitch: PitchRow) => Promise<Partial<RoomWelcome>>
  /** Whether an attendee may send camera and microphone; undefined when neither. */
  readonly grants?: (room: RoomState, account: string) => Grant | undefined
  /** Whether a person sends nothing for the time being, whatever they may. */
  readonly silences?: (
    db: Database | Transaction,
    pitchId: number,
    room: RoomState,
    account: string,
  ) => Promise<boolean>
  readonly clock?: () => RoomClock
  readonly ends?: (frame: Omit<Frame, 'rooms'>, failed: (error: unknown) => void) => Ender
  /** The types of signals that name their sender in guest mode as well. */
  readonly signed?: readonly string[]
}

/** The server parts of all words, composed; `app/` hands it in. */
export interface ServerModel extends RoomModel {
  readonly events: RoomEvents
  readonly stores: NonNullable<ServerPart['stores']>
  readonly tells: NonNullable<ServerPart['tells']>
  readonly shows: NonNullable<ServerPart['shows']>
  readonly renews: NonNullable<ServerPart['renews']>
  readonly retells: (happened: RoomEvent, isHostHere: IsHost) => ((before: RoomEvent) => RoomEvent) | undefined
  readonly withholds: NonNullable<ServerPart['withholds']>
  readonly selectAsides: (pitchId: number) => Record<string, SQL>
  readonly readAsides: (selected: Readonly<Record<string, unknown>>) => RoomAsides
  readonly welcomes: (db: Database, pitch: PitchRow) => Promise<RoomWelcome>
  readonly grants: NonNullable<ServerPart['grants']>
  readonly silences: NonNullable<ServerPart['silences']>
  readonly clocks: () => RoomClock[]
  readonly enders: (frame: Omit<Frame, 'rooms'>, failed: (error: unknown) => void) => Ender[]
  readonly signed: ReadonlySet<string>
}

declare module '#server/frame.ts' {
  interface Frame {
    readonly roomModel: ServerModel
  }
}

const present = <T>(all: readonly (T | undefined)[]): T[] => all.filter(one => one !== undefined)

export function composeServer<Model extends RoomModel>(
  model: Model,
  events: RoomEvents,
  parts: readonly ServerPart[],
): ServerModel & Model {
  const asides = Object.entries(
    Object.assign({}, ...parts.map(part => part.asides)) as Required<NonNullable<ServerPart['asides']>>,
  )
  const each = <K extends keyof ServerPart>(hook: K) =>
    present(parts.map(part => part[hook])) as NonNullable<ServerPart[K]>[]
  return {
    ...model,
    events,
    stores: async (db, pitchId, room, payload) => {
      let stored = payload
      for (const stores of each('stores')) stored = await stores(db, pitchId, room, stored)
      return stored
    },
    tells: (value, room, isHostHere) => each('tells').reduce((told, tells) => tells(told, room, isHostHere), value),
    retells: (happened, isHostHere) => {
      const all = present(each('retells').map(retells => retells(happened, isHostHere)))
      return all.length === 0 ? undefined : before => all.reduce((told, retell) => retell(told), before)
    },
    shows: async (settings, pitchId) => {
      const all = await Promise.all(each('shows').map(shows => shows(settings, pitchId)))
      return (value, room) => all.reduce((told, shows) => shows(told, room), value)
    },
    renews: happened => each('renews').some(renews => renews(happened)),
    withholds: event => each('withholds').reduce((told, withholds) => withholds(told), event),
    selectAsides: pitchId => Object.fromEntries(asides.map(([key, { select }]) => [key, select(pitchId)])),
    readAsides: selected =>
      Object.fromEntries(asides.map(([key, { read }]) => [key, read(selected[key])])) as unknown as RoomAsides,
    welcomes: async (db, pitch) => {
      const all = []
      for (const welcomes of each('welcomes')) all.push(await welcomes(db, pitch))
      return Object.assign({}, ...all) as RoomWelcome
    },
    grants: (room, account) => present(each('grants').map(grants => grants(room, account)))[0],
    silences: async (...asked) => {
      for (const silences of each('silences')) if (await silences(...asked)) return true
      return false
    },
    clocks: () => each('clock').map(clock => clock()),
    enders: (frame, failed) => each('ends').map(ends => ends(frame, failed)),
    signed: new Set(each('signed').flat()),
  }
}
