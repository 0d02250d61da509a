import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { line } from '#contract/fields.ts'
import { filmStates, MAX_MATCHED } from './rules.ts'

const seconds = z.number().min(0)

/** A video that somebody attached to a pitch, for those who manage it. */
export const PitchVideo = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.number(),
  state: z.enum(filmStates),
  progress: z.number(),
  seconds_left: z.number().int().nullable(),
  /** Why it failed: an error code of a refusal, or what the program says that prepares it. */
  reason: z.string(),
  /** How long it is; 0 until it is ready. */
  seconds,
  /** The slides that were matched with it; null for the page of one that is not in the deck any more. */
  slides: z.array(z.object({ at: seconds, page: z.number().int().nullable() })),
})
export type PitchVideo = z.infer<typeof PitchVideo>

const ofVideo = { who: callers.people, input: z.object({ uuid: z.uuid() }) } as const
const changesVideo = ['PitchNotFound', 'PitchLocked'] as const

export const videoCalls = {
  /**
   * [GAP-004] Attaches a video to a pitch: an .mp4 that was uploaded whole. It is prepared for browsers in the
   * background, and is watched and approved as recordings are. One is there at a time.
   */
  attachPitchVideo: call({
    ...ofVideo,
    input: z.object({ uuid: z.uuid(), upload_id: line(200) }),
    output: z.object({ id: z.uuid() }),
    errors: [...changesVideo, 'VideoAttached', 'UploadNotFound', 'UploadNotFinished'],
  }),
  /** [GAP-005] Removes the attached video of a pitch, or stops its preparation; restoreRecording takes it back. */
  removePitchVideo: call({
    ...ofVideo,
    output: z.object({ id: z.uuid() }),
    errors: [...changesVideo, 'VideoNotFound', 'RecordingHeld'],
  }),
  /** Prepares an attached video again whose preparation failed. */
  retryPitchVideo: call({ ...ofVideo, errors: [...changesVideo, 'VideoNotFound'] }),
  /** Says which slide of the deck an attached video shows from which moment on: its chapters. */
  matchPitchVideo: call({
    ...ofVideo,
    input: z.object({
      uuid: z.uuid(),
      slides: z
        .array(z.object({ at: seconds.max(1_000_000), page: z.number().int().min(1) }))
        .max(MAX_MATCHED)
        .refine(slides => new Set(slides.map(({ at }) => at)).size === slides.length, { error: 'twice' }),
    }),
    errors: [...changesVideo, 'VideoNotFound', 'PageNotFound'],
  }),
  /** Gets the attached video of a pitch, how far it is prepared, and its slides. */
  getPitchVideo: call({
    ...ofVideo,
    reads: true,
    output: z.object({
      video: PitchVideo.nullable(),
      /** This machine can prepare videos. */
      may_attach: z.boolean(),
      /** It waits until no pitch is live. */
      waits_for_pitch: z.boolean(),
    }),
    errors: ['PitchNotFound'],
  }),
}
