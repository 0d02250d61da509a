import type { RoomPart } from '#features/room/room/parts.ts'
import type { pollEvents } from './events.ts'

/** The poll that everyone in a room sees. It has no vote of a person. */
export interface PollNow {
  readonly id: string
  readonly question: string
  readonly options: readonly string[]
  readonly multiple: boolean
  readonly anonymous: boolean
  /** The poll takes votes; otherwise its result is shown. */
  readonly open: boolean
  /** People who have voted. */
  readonly voters: number
  /** Votes for each option; null while the counts are hidden. */
  readonly counts: readonly number[] | null
}
export type PollShown = PollNow | null

export interface PollSlice {
  /** The poll that everyone sees. */
  readonly poll: PollShown
}

type PollEvents = typeof pollEvents

declare module '#features/room/room/parts.ts' {
  interface RoomEvents extends PollEvents {}
  interface RoomParts {
    poll: PollSlice
  }
}

export const pollPart: RoomPart<PollSlice> = {
  empty: { poll: null },
  apply: ({ poll }, happened) => {
    switch (happened.type) {
      case 'pollShown':
        return { poll: happened.payload.poll }
      case 'pollCounted': {
        // frequent, so it carries only numbers
        const { id, voters, counts } = happened.payload
        return poll?.id === id ? { poll: { ...poll, voters, counts } } : undefined
      }
      case 'pitchStarted':
      case 'pitchEnded':
      case 'pitchReopened':
        return { poll: null }
    }
  },
}
