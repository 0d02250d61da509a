/** For how many days a deleted recording can be restored. */
export const KEPT_DAYS = 30

/** The most letters of the reason of a legal hold, and of its release. */
export const MAX_HOLD_REASON = 500

/** Seconds from either end of a recording within which nobody needs to be led back: they have seen it, or not begun. */
export const NEAR_AN_END = 5

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

/** [RULE-055] What an attached video is named, and the largest, in bytes: 10 GB. */
export const VIDEO_ENDING = '.mp4'
export const MAX_VIDEO_BYTES = 10 * 1024 ** 3
/** The most moments at which slides are matched with a video. */
export const MAX_MATCHED = 500

/** Why a video is refused. */
export const videoRefusals = ['VideoTypeNotAllowed', 'VideoTooLarge', 'VideoDamaged', 'VideoTooComplex'] as const
export type VideoRefusal = (typeof videoRefusals)[number]

/** Why a video is refused before it is sent. */
export function refusalOfVideo({ name, size }: { name: string; size: number }): VideoRefusal | undefined {
  if (!name.toLowerCase().endsWith(VIDEO_ENDING)) return 'VideoTypeNotAllowed'
  if (size > MAX_VIDEO_BYTES) return 'VideoTooLarge'
  return size === 0 ? 'VideoDamaged' : undefined
}

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

/** The seconds of a position as people write it; undefined for anything else. */
export function secondsIn(text: string): number | undefined {
  const parts = /^(?:(\d{1,2}):)?(\d{1,4}):([0-5]\d(?:\.\d)?)$/.exec(text.trim())
  if (!parts) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0))
  return hours * 3600 + minutes * 60 + seconds
}

/** A position with its tenths of a second where it has any, so that it is read as it was: 4:05.5. */
export function preciseText(at: number): string {
  const tenths = Math.round(at * 10)
  return `${clockText(tenths / 10)}${tenths % 10 ? `.${tenths % 10}` : ''}`
}

/** Seconds as people write the position in a recording: 4:05, or 1:04:05. */
export function clockText(at: number): string {
  const seconds = Math.floor(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
