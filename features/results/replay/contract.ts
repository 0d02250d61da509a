import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging, sorting } from '#contract/fields.ts'
import { trackSources } from '#features/room/media/rules.ts'
import { recordingStates } from './rules.ts'

const seconds = z.number().min(0)
const Span = z.object({ from: seconds, to: seconds })

/** A recording in a list. */
export const ListedRecording = z.object({
  id: z.uuid(),
  uuid: z.uuid(),
  presentation_name: z.string(),
  started_time: instant,
  /** Null while its pitch is live. */
  ended_time: instant.nullable(),
  /** How long it is, and what it takes in the storage. */
  seconds,
  bytes: z.number().int(),
  state: z.enum(recordingStates),
  /** Until when a deleted recording can be restored; null for one that was not deleted. */
  restorable_until: instant.nullable(),
  org_name: z.string(),
})
export type ListedRecording = z.infer<typeof ListedRecording>

/** A part of what one person sent, without a hole. */
export const Stretch = Span.extend({
  user_id: z.uuid(),
  name: z.string(),
  source: z.enum(trackSources),
  /** The address of its playlist. */
  src: z.string(),
})
export type Stretch = z.infer<typeof Stretch>

export const ReplayPage = z.object({
  at: seconds,
  page: z.number().int(),
  /** Addresses of its picture; empty when the slide does not exist any more. */
  url: z.string(),
  thumb_url: z.string(),
  text: z.string(),
  width: z.number(),
  height: z.number(),
})
export type ReplayPage = z.infer<typeof ReplayPage>

export const ReplayMessage = z.object({ at: seconds, user_id: z.uuid(), name: z.string(), content: z.string() })
export type ReplayMessage = z.infer<typeof ReplayMessage>

export const ReplayCaption = Span.extend({ user_id: z.uuid(), name: z.string(), text: z.string() })
export type ReplayCaption = z.infer<typeof ReplayCaption>

const one = { who: callers.people, input: z.object({ id: z.uuid() }) } as const

export const replayCalls = {
  /** The last recording of a pitch, or the one with this id: what was sent, shown and said, on one clock. */
  getReplay: call({
    who: callers.people,
    reads: true,
    input: z.object({ uuid: z.uuid(), id: z.uuid().optional() }),
    output: z.object({
      id: z.uuid(),
      presentation_name: z.string(),
      started_time: instant,
      seconds,
      state: z.enum(recordingStates),
      stretches: z.array(Stretch),
      /** When nothing was to be recorded: pauses and stops. */
      off: z.array(Span),
      /** When something should have been recorded and was not. */
      gaps: z.array(Span),
      pages: z.array(ReplayPage),
      messages: z.array(ReplayMessage),
      captions: z.array(ReplayCaption),
    }),
    errors: ['PitchNotFound', 'RecordingNotFound'],
  }),
  /** [CALL-061] The recordings of the pitches that the caller manages. */
  getRecordingList: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      name: line(100).optional(),
      deleted: z.boolean().default(false),
      ...sorting(['start', 'name'], 'start', 'desc'),
    }),
    output: listOf(ListedRecording),
  }),
  /** Deletes a recording for everybody at once; for 30 days it can be restored. */
  deleteRecording: call({ ...one, errors: ['RecordingNotFound', 'PitchStateForbids'] }),
  /** Restores a deleted recording. */
  restoreRecording: call({ ...one, errors: ['RecordingNotFound', 'NoPermission'] }),
}
