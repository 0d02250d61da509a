import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { audiences, filmStates } from './rules.ts'

/** One mp4 of a recording for an audience, and its sound alone. */
export const Film = z.object({
  audience: z.enum(audiences),
  /** `outdated`: it shows what its audience may not watch any more, and is not served. */
  state: z.enum(['none', ...filmStates, 'outdated']),
  /** From 0 to 1. */
  progress: z.number(),
  seconds_left: z.number().int().nullable(),
  /** Why it failed, as the program says that makes it. */
  reason: z.string(),
  /** Addresses of the files; empty while there are none. */
  mp4_url: z.string(),
  sound_url: z.string(),
  bytes: z.number(),
  sound_bytes: z.number(),
})
export type Film = z.infer<typeof Film>

const ofFilm = z.object({ uuid: z.uuid(), id: z.uuid().optional(), audience: z.enum(audiences) })

export const filmCalls = {
  /**
   * [CALL-070] Lists the video files of a recording that the caller may download: for managers with those that are
   * being made.
   */
  getSgStreamingMp4Info: call({
    who: callers.everyone,
    path: '/webapi/rest/app/token/seraphPitch/getSgStreamingMp4Info',
    reads: true,
    input: z.object({ pitch_uuid: z.uuid(), id: z.uuid().optional() }),
    output: z.object({
      films: z.array(Film),
      /** The caller manages the pitch, and this machine can make films. */
      may_make: z.boolean(),
      /** A film waits until no pitch is live. */
      waits_for_pitch: z.boolean(),
    }),
    errors: ['PitchNotFound', 'RecordingNotFound'],
  }),
  /** Begins to make one mp4 in the background: of all of the recording, or of what attendees may watch of it. */
  makeRecordingMp4: call({
    who: callers.people,
    whileImpersonating: false,
    input: ofFilm,
    errors: ['PitchNotFound', 'RecordingNotFound', 'PitchStateForbids', 'FilmOff'],
  }),
  /**
   * [CALL-050] Merges the recording of the last run of a pitch into one video for its team, as makeRecordingMp4 does; while
   * it is recorded, as soon as it is whole. Everyone in the room is told.
   */
  sgMergeVideo: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ pitch_uuid: z.uuid() }),
    output: z.object({ status: z.literal('merging') }),
    errors: ['PitchNotFound', 'RecordingNotFound', 'PitchStateForbids', 'FilmOff'],
  }),
  /** Stops the making of an mp4, or removes one that is ready. */
  removeRecordingMp4: call({
    who: callers.people,
    whileImpersonating: false,
    input: ofFilm,
    errors: ['PitchNotFound', 'RecordingNotFound'],
  }),
}
