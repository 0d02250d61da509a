import type { RoomEvent } from '#features/room/room/events.ts'

/** The poll that everybody in a room sees. Nobody's vote is in it. */
export interface PollNow {
  readonly id: string
  readonly question: string
  readonly options: readonly string[]
  readonly multiple: boolean
  readonly anonymous: boolean
  /** It can be voted in; else its result is shown. */
  readonly open: boolean
  /** How many have voted. */
  readonly voters: number
  /** How many chose each option; null while the result is kept from everybody. */
  readonly counts: readonly number[] | null
}
export type PollShown = PollNow | null

/** The poll of a room after an event. Count events are many, so they carry the numbers alone. */
export function applyPoll(poll: PollShown, happened: RoomEvent): PollShown {
  switch (happened.type) {
    case 'pollShown':
      return happened.payload.poll
    case 'pollCounted': {
      const { id, voters, counts } = happened.payload
      return poll?.id === id ? { ...poll, voters, counts } : poll
    }
    case 'pitchStarted':
    case 'pitchEnded':
    case 'pitchReopened':
      return null
    default:
      return poll
  }
}
