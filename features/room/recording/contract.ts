import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant } from '#contract/fields.ts'

export const recordingCalls = {
  /**
   * [GAP-024] Starts or stops the recording of a live pitch, for its presenters and its leader. The person who starts
   * it agrees to be recorded.
   */
  setRecording: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ pitch_uuid: z.uuid(), is_recording: z.boolean() }),
    output: z.object({ is_recording: z.boolean() }),
    errors: ['PitchNotFound', 'NoPermission', 'PitchStateForbids', 'PitchNotRecorded'],
  }),
  /**
   * Says what an hour of a recording takes, what is free, and whether a server has one left for a pitch at its time. For
   * a pitch that is being planned, at another time.
   */
  getRecordingCapacity: call({
    who: callers.people,
    reads: true,
    input: z.object({ pitch_uuid: z.uuid().optional(), start: instant.optional(), end: instant.optional() }),
    output: z.object({
      /** How many pitches all servers record at once. */
      most: z.number().int(),
      /** At some moment of that time as many others are to be recorded, or may be. */
      is_taken: z.boolean(),
      /** Bytes an hour of one person with camera and microphone, and of a shared screen. */
      person_bytes: z.number().int(),
      screen_bytes: z.number().int(),
      /** Bytes that are free for recordings; null where nobody knows, as of an S3 store. */
      free_bytes: z.number().int().nullable(),
      is_filling: z.boolean(),
    }),
    errors: ['PitchNotFound'],
  }),
  /**
   * Records whether the caller agrees to be recorded in a pitch. The last answer counts. Without agreement they
   * attend without being heard or seen while it is recorded.
   */
  answerRecording: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      pitch_uuid: z.uuid(),
      agrees: z.boolean(),
      /** The version of the words that the caller has read. */
      words: z.number().int().min(1).max(1000),
    }),
    output: z.object({ agrees: z.boolean() }),
    errors: ['PitchNotFound', 'PitchNotRecorded', 'RecordingWordsChanged'],
  }),
}
