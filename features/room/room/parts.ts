import type { z } from 'zod'
import type { EventOf } from '#contract/event.ts'
import { type NameOf, rename } from '#features/core/account/veil.ts'

/** The numbered events of a room; each word adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the words
export interface RoomEvents {}

/** The fields of each word in the state of a room; a word adds them under its name by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the words
export interface RoomParts {}

/** The fields of the state that change with each message or caption, many times a second. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the words
export interface RoomSaid {}

/** The fields of a snapshot that are not kept in the room's row. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the words
export interface RoomAsides {}

type Merged<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never

/** The state of a room, kept in its row. */
export interface RoomState extends Merged<RoomParts[keyof RoomParts]> {}

/** Everything that a snapshot holds and that events change. */
export interface RoomView extends RoomAsides {
  readonly room: RoomState
}

export type RoomEvent = EventOf<RoomEvents>
export type RoomEventType = keyof RoomEvents
export type RoomPayload<K extends RoomEventType> = z.input<RoomEvents[K]['payload']>

/** A word's part in the state of a room. Pure, without schemas, and the same on the server and in the browser. */
export interface RoomPart<Slice = unknown> {
  /** Its fields in a room without events. */
  readonly empty: Slice
  /**
   * The fields that an event changes; undefined when it changes none. `room` is the state after the words below, `before`
   * the state before the event.
   */
  apply(room: RoomState, happened: RoomEvent, before: RoomState): Partial<RoomState> | undefined
  /** The names of people after an event in all that the room keeps; undefined when they stay. */
  namesAfter?(happened: RoomEvent): NameOf | undefined
  /** Its fields among `RoomSaid`. */
  readonly said?: readonly (keyof RoomSaid)[]
  /** Its asides in a room without events. */
  readonly emptyAsides?: Partial<RoomAsides>
  /** Its asides after an event; the same objects when it changes none. */
  applyAsides?(view: RoomView, happened: RoomEvent): Partial<RoomAsides>
}

/** The parts of all words, from the ground up. */
export type AllParts = { readonly [P in keyof RoomParts]: RoomPart<RoomParts[P]> }

/** The fields of these parts. */
export type SlicesOf<P extends readonly RoomPart[]> = [P[number]] extends [never] ? unknown : Merged<P[number]['empty']>

/** The parts of all words, composed. */
export interface RoomModel<Parts = AllParts> {
  /** For its type alone: it imports the fields and events of the parts wherever the model is used. */
  readonly parts: Parts
  /** The view of a room without events. */
  readonly emptyView: RoomView
  /** The view after an event, with the same objects wherever the event changes nothing. */
  apply(view: RoomView, happened: RoomEvent): RoomView
  /** The names of people after an event; undefined when they stay. */
  namesAfter(happened: RoomEvent): NameOf | undefined
  /** The fields in `RoomSaid`. */
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
