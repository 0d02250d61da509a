/** For how many days a deleted recording can be restored. */
export const KEPT_DAYS = 30

/**
 * [STATE-041, STATE-042] `live`: its pitch goes on. `merging`: its last seconds are on their way to the storage. `pending`: it
 * is whole, and only those who manage the pitch may watch it. `approved`: whoever may attend the pitch may watch it.
 */
export const recordingStates = ['live', 'merging', 'pending', 'approved'] as const
export type RecordingState = (typeof recordingStates)[number]

/** For whom a film is: all of the recording for the team, what attendees may watch for them. */
export const audiences = ['team', 'attendees'] as const
export type Audience = (typeof audiences)[number]

/** A film waits, or is being made; `failed` says why, and it can be made again. */
export const filmStates = ['waiting', 'running', 'ready', 'failed'] as const

/** What was said, as a file: captions for players, or a text to read. */
export const talkFiles = ['captions', 'transcript'] as const

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

/** Seconds as people write the position in a recording: 4:05, or 1:04:05. */
export function clockText(at: number): string {
  const seconds = Math.floor(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
