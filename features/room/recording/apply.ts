import type { RoomPart } from '#features/room/room/parts.ts'
import type { recordingEvents } from './events.ts'

export interface RecordingSlice {
  /** The pitch is being recorded; in a pause nothing is. */
  readonly recorded: boolean
}

type RecordingEvents = typeof recordingEvents

declare module '#features/room/room/parts.ts' {
  interface RoomEvents extends RecordingEvents {}
  interface RoomParts {
    recording: RecordingSlice
  }
}

export const recordingPart: RoomPart<RecordingSlice> = {
  empty: { recorded: false },
  apply: (_room, { type }) => {
    if (type === 'recordingStarted') return { recorded: true }
    if (type === 'recordingStopped' || type === 'pitchStarted' || type === 'pitchEnded' || type === 'pitchReopened')
      return { recorded: false }
  },
}
