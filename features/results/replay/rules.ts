/** For how many days a deleted recording can be restored. */
export const KEPT_DAYS = 30

/**
 * [STATE-041, STATE-042] `live`: its pitch goes on. `merging`: its last seconds are on their way to the storage. `pending`: it
 * is whole, and nobody but those who manage the pitch may watch it.
 */
export const recordingStates = ['live', 'merging', 'pending'] as const
export type RecordingState = (typeof recordingStates)[number]

export const stateOf = ({ endedAt, readyAt }: { endedAt: Date | null; readyAt: Date | null }): RecordingState =>
  !endedAt ? 'live' : readyAt ? 'pending' : 'merging'
