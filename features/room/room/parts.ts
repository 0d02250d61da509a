import type { z } from 'zod'
import type { EventOf } from '#contract/event.ts'
import { type NameOf, rename } from '#features/core/account/veil.ts'

/** The numbered events of a room; a word adds those that it announces by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the words
export interface RoomEvents {}

/** What each word keeps in the state of a room; a word adds its fields under its name by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the words
export interface RoomParts {}

/** The fields of the state that change with what is said, many times a second. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the words
export interface RoomSaid {}

/** What a snapshot holds beside the state, because it is not kept with the room's row. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the words
export interface RoomAsides {}

type Merged<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never

/** What a room is at one moment, but for what is said in it: kept with the room's row. */
export interface RoomState extends Merged<RoomParts[keyof RoomParts]> {}

/** Everything that a snapshot holds and that events change. */
export interface RoomView extends RoomAsides {
  readonly room: RoomState
}

export type RoomEvent = EventOf<RoomEvents>
export type RoomEventType = keyof RoomEvents
export type RoomPayload<K extends RoomEventType> = z.input<RoomEvents[K]['payload']>

/** What a word does with the state of a room. Pure, without schemas, and the same on the server and in the browser. */
export interface RoomPart<Slice = unknown> {
  /** Its fields in a room in which nothing has happened. */
  readonly empty: Slice
  /**
   * The fields that an event changes; undefined when it changes none. `room` is the state after the words below, `before`
   * the state before the event.
   */
  apply(room: RoomState, happened: RoomEvent, before: RoomState): Partial<RoomState> | undefined
  /** What people are called from an event on in all that the room remembers; undefined: as before. */
  namesAfter?(happened: RoomEvent): NameOf | undefined
  /** Those of its fields that change with what is said. */
  readonly said?: readonly (keyof RoomSaid)[]
  /** Its asides in a room in which nothing has happened. */
  readonly emptyAsides?: Partial<RoomAsides>
  /** Its asides after an event; the very same when it changes none. */
  applyAsides?(view: RoomView, happened: RoomEvent): Partial<RoomAsides>
}

/** The parts of all words, from the ground up. */
export type AllParts = { readonly [P in keyof RoomParts]: RoomPart<RoomParts[P]> }

/** The fields of these parts. */
export type SlicesOf<P extends readonly RoomPart[]> = [P[number]] extends [never] ? unknown : Merged<P[number]['empty']>

/** The state of a room as all parts together make it. */
export interface RoomModel<Parts = AllParts> {
  /** For its type alone: whoever knows the model knows the fields and events of its parts. */
  readonly parts: Parts
  /** A room in which nothing has happened. */
  readonly emptyView: RoomView
  /** The view after an event: in it, the very same object wherever the event changes nothing. */
  apply(view: RoomView, happened: RoomEvent): RoomView
  /** What people are called from an event on; undefined: as before. */
  namesAfter(happened: RoomEvent): NameOf | undefined
  /** The fields that change with what is said. */
  readonly said: readonly (keyof RoomState)[]
}

export function composeRoom<Parts extends AllParts>(parts: Parts): RoomModel<Parts> {
  const all = Object.values<RoomPart>(parts)
  const namesAfter = (happened: RoomEvent) => all.map(part => part.namesAfter?.(happened)).find(Boolean)
  return {
    parts,
    emptyView: Object.assign(
      { room: Object.assign({}, ...all.map(part => part.empty)) },
      ...all.map(part => part.emptyAsides),
    ),
    namesAfter,
    said: all.flatMap(part => part.said ?? []),
    apply: (before, happened) => {
      const names = namesAfter(happened)
      const view = names ? rename(before, names) : before
      let { room } = view
      for (const part of all) {
        const change = part.apply(room, happened, before.room)
        if (change) room = { ...room, ...change }
      }
      return Object.assign({ room }, ...all.map(part => part.applyAsides?.(view, happened)))
    },
  }
}
