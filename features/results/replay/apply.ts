import type { RoomPart } from '#features/room/room/parts.ts'
import type { replayEvents } from './events.ts'

export interface ReplaySlice {
  /** What is recorded of this run becomes one video for its team, as soon as it is whole. */
  readonly merging: boolean
}

type ReplayEvents = typeof replayEvents

declare module '#features/room/room/parts.ts' {
  interface RoomEvents extends ReplayEvents {}
  interface RoomParts {
    replay: ReplaySlice
  }
}

export const replayPart: RoomPart<ReplaySlice> = {
  empty: { merging: false },
  apply: (_room, happened) => {
    if (happened.type === 'videoMerging') return { merging: happened.payload.merging }
    if (happened.type === 'pitchStarted' || happened.type === 'pitchReopened') return { merging: false }
  },
}
