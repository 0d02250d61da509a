import type { TrackSource } from '#features/room/media/rules.ts'

/** Milliseconds of a clock that all processes of this machine share, and that nobody sets. */
export const monotonic = (): number => Number(process.hrtime.bigint()) / 1e6

/** What the server tells the recording process. `line`: everything that one person sends of one kind. */
export type RecorderCommand =
  /** Enters LiveKit's room. `began`: when the recording began, by `monotonic`; the process may take a second to start. */
  | { readonly act: 'join'; readonly url: string; readonly token: string; readonly began: number }
  /** Records a track as the next part of a line, whose next pieces have these numbers. */
  | {
      readonly act: 'take'
      readonly track: string
      readonly line: string
      readonly next: { readonly head: number; readonly segment: number }
    }
  /** Records a track no longer. */
  | { readonly act: 'drop'; readonly track: string }
  /** Records nothing until `hold` is over. */
  | { readonly act: 'hold'; readonly on: boolean }
  /** Finishes what was begun, and ends the process. */
  | { readonly act: 'end' }

/** A piece of a line: its head, which browsers need before the segments that follow it, or a segment. */
export type Piece =
  | {
      readonly type: 'head'
      readonly line: string
      readonly number: number
      readonly codecs: string
      readonly bytes: Uint8Array
    }
  | {
      readonly type: 'segment'
      readonly line: string
      readonly number: number
      /** The number of its head. */
      readonly head: number
      /** Seconds since the recording began, and how long it lasts. */
      readonly start: number
      readonly duration: number
      readonly bytes: Uint8Array
    }

/** What the recording process tells the server. `identity` is LiveKit's of the person. */
export type RecorderEvent =
  | { readonly type: 'joined' }
  | { readonly type: 'left'; readonly why: string }
  | {
      readonly type: 'track'
      readonly track: string
      readonly identity: string
      readonly source: TrackSource
      /** Lower case, such as `video/h264`. */
      readonly mime: string
    }
  | { readonly type: 'trackEnded'; readonly track: string }
  /** How loud the loudest person is, from 0 to 1. */
  | { readonly type: 'level'; readonly level: number }
  | Piece
  | { readonly type: 'ended' }
