/** The version of the words by which people agree to be recorded. Other words are another version. */
export const CONSENT_WORDS = 3

/** What a person has answered in one of their windows, for the others (signal `recordingAnswered`). */
export interface RecordingAnswered {
  readonly agrees: boolean
}

/** How the recording of a live pitch goes, as its presenters see it. `waiting`: for a server that records fewer. */
export const recordingHealths = ['recording', 'held', 'trying', 'waiting', 'full'] as const
export type RecordingHealth = (typeof recordingHealths)[number]

/** What the managers of a pitch are told while it is recorded (signal `recordingHealth`). */
export interface RecordingTold {
  readonly health: RecordingHealth
  /** How loud the loudest person is, from 0 to 1; null where the recorder does not know it. */
  readonly level: number | null
  /** Seconds since the last segment was stored; null before the first. */
  readonly age: number | null
  /** How many pictures cannot be recorded, because of the coding that their browser sends. */
  readonly unrecorded: number
  /** The disk of the storage is filling up. */
  readonly isFilling: boolean
}

/** Days for which an organization may keep its recordings; without a number they stay until someone deletes them. */
export const RETENTION_DAYS = { least: 30, most: 3650 } as const

/** How many days before the retention of an organization removes a recording its people are warned, at least. */
export const WARNED_DAYS = 14
