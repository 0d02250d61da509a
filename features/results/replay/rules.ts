/** For how many days a deleted recording can be restored. */
export const KEPT_DAYS = 30

/**
 * [STATE-041, STATE-042] `live`: its pitch goes on. `merging`: its last seconds are on their way to the storage. `pending`: it
 * is whole, and only those who manage the pitch may watch it. `approved`: whoever may attend the pitch may watch it.
 */
export const recordingStates = ['live', 'merging', 'pending', 'approved'] as const
export type RecordingState = (typeof recordingStates)[number]

interface Dated {
  readonly endedAt: Date | null
  readonly readyAt: Date | null
  readonly approvedAt: Date | null
}

export function stateOf({ endedAt, readyAt, approvedAt }: Dated): RecordingState {
  if (!endedAt) return 'live'
  if (!readyAt) return 'merging'
  return approvedAt ? 'approved' : 'pending'
}

/** [STATE-043, STATE-044, STATE-045] What a reviewer thinks of a recording. */
export const reviewResults = ['unreviewed', 'pass', 'no pass'] as const
export type ReviewResult = (typeof reviewResults)[number]
