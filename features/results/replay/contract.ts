import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging, sorting } from '#contract/fields.ts'
import { trackSources } from '#features/room/media/rules.ts'
import { captionLanguages } from '#features/talk/caption/rules.ts'
import { decisionCalls } from './decisionContract.ts'
import { filmCalls } from './filmContract.ts'
import { holdCalls } from './holdContract.ts'
import { recordingStates, reviewResults, talkFiles } from './rules.ts'
import { videoCalls } from './videoContract.ts'

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
  /** It is a video that was attached to the pitch. */
  is_attached: z.boolean(),
  /** Until when a deleted recording can be restored; null for one that was not deleted. */
  restorable_until: instant.nullable(),
  /** When the retention of the organization will remove it; null for one that is kept. */
  due_time: instant.nullable(),
  /** It is under a legal hold. */
  is_held: z.boolean(),
  /** When the retention of the organization removed it: it cannot be restored. */
  expired_time: instant.nullable(),
  review: z.enum(reviewResults),
  reason: z.string(),
  /** Whether the caller may approve it and take it back. */
  may_approve: z.boolean(),
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

export const ReplayMessage = z.object({
  id: z.number().int(),
  at: seconds,
  user_id: z.uuid(),
  name: z.string(),
  content: z.string(),
  /** Attendees do not see it; for those who manage the pitch alone. */
  hidden: z.boolean(),
})
export type ReplayMessage = z.infer<typeof ReplayMessage>

export const ReplayCaption = Span.extend({ user_id: z.uuid(), name: z.string(), text: z.string() })
export type ReplayCaption = z.infer<typeof ReplayCaption>

/** What was decided about a recording, for those who manage its pitch. */
const Decision = z.object({
  review: z.enum(reviewResults),
  reason: z.string(),
  reviewed_time: instant.nullable(),
  approved_time: instant.nullable(),
  /** The part that attendees may watch; null: all of it. */
  released: Span.nullable(),
  /** The part is this recording's own, not the one that the review of its pitch names. */
  has_own_part: z.boolean(),
  /** When attendees hear nothing. */
  mutes: z.array(Span),
  /** The legal hold on the recordings of the pitch; null without one. */
  hold: z.object({ reason: z.string(), by: z.string(), since: instant }).nullable(),
  /** Whether the caller may place a legal hold. */
  may_hold: z.boolean(),
  /** When the retention of the organization will remove the recording; null where it is kept. */
  due_time: instant.nullable(),
  may_approve: z.boolean(),
  /** Whether the caller may set the part that attendees see, and mute. */
  may_cut: z.boolean(),
  may_review: z.boolean(),
})
export type Decision = z.infer<typeof Decision>

const ofPitch = { uuid: z.uuid(), id: z.uuid().optional() }
const moment = z.coerce.number().min(0).max(1_000_000)

const one = { who: callers.people, input: z.object({ id: z.uuid() }) } as const

export const replayCalls = {
  ...videoCalls,
  ...filmCalls,
  ...decisionCalls,
  ...holdCalls,
  /**
   * [GAP-025] Gets the last recording of a pitch, else its attached video, or the one with this id: what was sent,
   * shown and said, on one clock. Attendees get an approved one, as far as it is released, and without people who do
   * not agree to be recorded.
   */
  getReplay: call({
    who: callers.everyone,
    reads: true,
    input: z.object(ofPitch),
    output: z.object({
      id: z.uuid(),
      presentation_name: z.string(),
      started_time: instant,
      seconds,
      /** Where it begins in the recording: not at 0 for attendees, of whom a later part was released. */
      begins_at: seconds,
      /** Where the caller stopped watching; null at the beginning and at the end. */
      left_at: seconds.nullable(),
      state: z.enum(recordingStates),
      /** It is a video that was attached to the pitch. */
      is_attached: z.boolean(),
      /** What lies over slides and video: the caller’s name as attendees know it, or nothing. */
      watermark: z.string(),
      stretches: z.array(Stretch),
      /** When nothing was to be recorded: pauses and stops. */
      off: z.array(Span),
      /** When something should have been recorded and was not. */
      gaps: z.array(Span),
      /** When no one is heard, for some seconds at least; found a while after the recording is whole. */
      silences: z.array(Span),
      pages: z.array(ReplayPage),
      /** The questions that were answered on stage. */
      questions: z.array(z.object({ at: seconds, content: z.string() })),
      messages: z.array(ReplayMessage),
      captions: z.array(ReplayCaption),
      /** [ENT-010] Whether the words spoken in the recording are kept as text. */
      transcript: z.boolean(),
      /** The languages into which captions were translated. */
      caption_languages: z.array(z.enum(captionLanguages)),
      /** Null for attendees. */
      decision: Decision.nullable(),
    }),
    errors: ['PitchNotFound', 'RecordingNotFound'],
  }),
  /** Exports what was said in what the caller may watch: WebVTT on the clock of their replay, or text. */
  exportReplayTalk: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ ...ofPitch, kind: z.enum(talkFiles), language: z.enum(captionLanguages).optional() }),
    output: z.object({ filename: z.string(), text: z.string() }),
    errors: ['PitchNotFound', 'RecordingNotFound'],
  }),
  /** Checks whether the caller may watch a recording of the pitch. */
  hasReplay: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ watchable: z.boolean() }),
    errors: ['PitchNotFound'],
  }),
  /** Notes what the caller has watched since the last time. */
  noteWatching: call({
    who: callers.everyone,
    waitsForRoom: false,
    input: z.object({
      ...ofPitch,
      /** What was played, and where they are, in seconds on the clock of their replay. */
      spans: z.array(z.object({ from: moment, to: moment })).max(60),
      place: moment,
    }),
    errors: ['PitchNotFound', 'RecordingNotFound'],
  }),
  /** [CALL-062] Lists who has watched a recording, when, and how far. */
  getRecordingViewerList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({
      ...ofPitch,
      ...paging,
      name: line(100).optional(),
      ...sorting(['last', 'name', 'watched'], 'last', 'desc'),
    }),
    output: listOf(
      z.object({
        user_id: z.uuid(),
        name: z.string(),
        email: z.string(),
        first_time: instant,
        last_time: instant,
        /** Seconds that they have played, and the farthest place. */
        seconds,
        farthest: seconds,
      }),
    ),
    errors: ['PitchNotFound', 'RecordingNotFound'],
  }),
  /** [CALL-061] Lists the recordings of the pitches that the caller manages. */
  getRecordingList: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      name: line(100).optional(),
      deleted: z.boolean().default(false),
      review: z.enum(reviewResults).optional(),
      /** Only those that the retention of the organization will remove within 14 days. */
      due: z.boolean().default(false),
      /** Only those under a legal hold. */
      held: z.boolean().default(false),
      ...sorting(['start', 'name', 'due'], 'start', 'desc'),
    }),
    output: listOf(ListedRecording),
  }),
  /** Deletes a recording for everyone at once. Can be undone for 30 days. */
  deleteRecording: call({ ...one, errors: ['RecordingNotFound', 'PitchLocked', 'PitchStateForbids', 'RecordingHeld'] }),
  /** Restores a deleted recording. */
  restoreRecording: call({
    ...one,
    errors: ['RecordingNotFound', 'PitchLocked', 'NoPermission', 'VideoAttached'],
  }),
}
