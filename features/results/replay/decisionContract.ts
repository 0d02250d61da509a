import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { text } from '#contract/fields.ts'
import { reviewResults } from './rules.ts'

const ofPitch = { uuid: z.uuid(), id: z.uuid().optional() }
const decides = {
  who: callers.pitchAdmins,
  input: z.object(ofPitch),
} as const

/** For pitch admins, and for the owner of the pitch where the organization allows it. */
const approves = { who: callers.people, whileImpersonating: false, input: z.object(ofPitch) } as const

const moment = z.coerce.number().min(0).max(1_000_000)

/** [RULE-061] A part of a recording, whose end is not before its start. */
const part = { from: moment, to: moment }
const fits = ({ from, to }: { from: number; to: number }, context: z.core.$RefinementCtx) => {
  if (to < from) context.addIssue({ code: 'custom', path: ['to'], message: 'endNotBeforeStart' })
}

/** What is decided about a recording: what attendees may watch of it. */
export const decisionCalls = {
  /** [GAP-008] Lets whoever may attend the pitch watch its recording, and mails the invited people once. */
  approveRecording: call({
    ...approves,
    errors: ['PitchNotFound', 'NoPermission', 'RecordingNotFound', 'RecordingNotPassed', 'PitchStateForbids'],
  }),
  /** Takes an approved recording back, at once also from whoever is watching it. */
  unapproveRecording: call({
    ...approves,
    errors: ['PitchNotFound', 'NoPermission', 'RecordingNotFound', 'PitchStateForbids'],
  }),
  /** [GAP-007] Says what the caller thinks of a recording. One that does not pass cannot be approved. */
  reviewRecording: call({
    who: ['superadmin'],
    input: z.object({ ...ofPitch, result: z.enum(reviewResults), reason: text(1000).default('') }),
    errors: ['PitchNotFound', 'RecordingNotFound', 'PitchStateForbids'],
  }),
  /** Attendees may watch this part alone, at once; nothing is coded anew. */
  releaseRecordingPart: call({
    ...decides,
    input: z.object({ ...ofPitch, ...part }).superRefine(fits),
    errors: ['PitchNotFound', 'RecordingNotFound', 'PitchStateForbids'],
  }),
  /** Resets the released part to that of the pitch's review. */
  clearRecordingPart: call({ ...decides, errors: ['PitchNotFound', 'RecordingNotFound', 'PitchStateForbids'] }),
  /** Attendees hear and read nothing of what was said at that time, at once; nothing is coded anew. */
  muteRecording: call({
    ...decides,
    input: z.object({ ...ofPitch, ...part }).superRefine(fits),
    errors: ['PitchNotFound', 'RecordingNotFound', 'PitchStateForbids'],
  }),
  /** Takes a mute back. */
  unmuteRecording: call({
    ...decides,
    input: z.object({ ...ofPitch, ...part }),
    errors: ['PitchNotFound', 'RecordingNotFound', 'PitchStateForbids'],
  }),
  /** Attendees do not see a message of the chat in the replay, at once; the chat itself keeps it. */
  hideRecordingMessage: call({
    ...decides,
    input: z.object({ ...ofPitch, message_id: z.coerce.number().int().min(1) }),
    errors: ['PitchNotFound', 'RecordingNotFound', 'PitchStateForbids', 'MessageNotFound'],
  }),
  /** Attendees see a hidden message again. */
  showRecordingMessage: call({
    ...decides,
    input: z.object({ ...ofPitch, message_id: z.coerce.number().int().min(1) }),
    errors: ['PitchNotFound', 'RecordingNotFound', 'PitchStateForbids', 'MessageNotFound'],
  }),
}
