/** How a room looks to somebody in it. */
export type ViewState = 'aboutToStart' | 'starting' | 'live' | 'paused' | 'over'

export interface Seen {
  /** 0 not started, 2 live, 3 and more over. */
  readonly status: number
  /** Whether somebody who presents is connected. */
  readonly presenterHere: boolean
  /** Whether whoever presents has paused it. */
  readonly paused?: boolean
  /** Whether the first slide can be shown, or there is none to show. */
  readonly slideReady: boolean
}

/**
 * [STATE-015, STATE-016, STATE-017, STATE-018] Before the start a pitch is about to start; from the start until the
 * first slide stands it is starting; paused by whoever presents, or when all of them are gone, it is paused; and in the end it is over.
 */
export function viewStateOf({ status, presenterHere, paused = false, slideReady }: Seen): ViewState {
  if (status > 2) return 'over'
  if (status < 2) return 'aboutToStart'
  if (!slideReady) return 'starting'
  return presenterHere && !paused ? 'live' : 'paused'
}
