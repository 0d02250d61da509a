import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'

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
