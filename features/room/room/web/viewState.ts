/** The state of a room as its people see it. */
export type ViewState = 'aboutToStart' | 'starting' | 'live' | 'paused' | 'over'

export interface RoomFacts {
  /** 0 not started, 2 live, 3 and more over. */
  readonly status: number
  /** Whether a presenter is connected. */
  readonly presenterHere: boolean
  /** Whether a presenter has paused the pitch. */
  readonly paused?: boolean
  /** Whether the first slide can be shown, or the pitch has none. */
  readonly slideReady: boolean
}

/**
 * [STATE-015, STATE-016, STATE-017, STATE-018] Before the start a pitch is about to start; until the first slide can be
 * shown it is starting; it is paused when a presenter pauses it or none is connected; after the end it is over.
 */
export function viewStateOf({ status, presenterHere, paused = false, slideReady }: RoomFacts): ViewState {
  if (status > 2) return 'over'
  if (status < 2) return 'aboutToStart'
  if (!slideReady) return 'starting'
  return presenterHere && !paused ? 'live' : 'paused'
}
