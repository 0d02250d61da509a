import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging, sorting, text } from '#contract/fields.ts'
import { approvals, secondsOf } from '#features/core/pitch/rules.ts'

/** What a reviewer did. */
export const decisions = ['approve', 'update', 'unapprove', 'pending'] as const

/** hh:mm:ss from the start of the recording, or empty. */
const clock = z.union([z.literal(''), z.string().regex(/^\d{2}:[0-5]\d:[0-5]\d$/, { error: 'clock' })]).default('')
const released = { audit_start_time: clock, audit_end_time: clock }

/** [RULE-061] Both or none, and the end is not before the start. */
function fits(form: { audit_start_time: string; audit_end_time: string }, context: z.core.$RefinementCtx): void {
  const { audit_start_time: start, audit_end_time: end } = form
  const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if (start && !end) issue('audit_end_time', 'required')
  else if (end && !start) issue('audit_start_time', 'required')
  else if (start && secondsOf(end) < secondsOf(start)) issue('audit_end_time', 'endNotBeforeStart')
}

const reviewed = {
  uuid: z.uuid(),
  /** The version that the reviewer's screen shows, so that they judge only what they have seen. */
  seen: line(64).optional(),
}
const why = text(1000).pipe(z.string().min(1, { error: 'required' }))

const Slide = z.object({ key: z.string(), url: z.string(), text: z.string() })
/** What a pitch shows, as a reviewer judges it. */
const Shown = z.object({
  /** Its texts and times by the names of their fields; times and amounts as they are written. */
  fields: z.record(z.string(), z.string()),
  slides: z.array(Slide),
})

export const Reviewed = z.object({
  id: z.number().int(),
  uuid: z.uuid(),
  presentation_name: z.string(),
  presenter_name: z.string(),
  company_name: z.string(),
  start_date_raw: instant,
  state: z.string(),
  audit_status: z.enum(approvals),
  updated_time: instant,
  /** The last decision: who made it, when and why. */
  reviewed_by: z.string(),
  reviewed_time: instant.nullable(),
  reason: z.string(),
  org_name: z.string(),
  /** How many people are invited once it is approved. */
  waiting: z.number().int(),
})
export type Reviewed = z.infer<typeof Reviewed>

const Decision = z.object({
  id: z.uuid(),
  action: z.enum(decisions),
  reason: z.string(),
  by: z.string(),
  at: instant,
})

export const approvalCalls = {
  /** CALL-024. [STATE-024] Approves a pitch whose slides are all ready, and sends the invitations that waited for this. */
  approvePitch: call({
    who: callers.pitchAdmins,
    input: z.object({ ...reviewed, ...released }).superRefine(fits),
    output: z.object({ audit_status: z.enum(approvals), invited: z.number().int() }),
    errors: ['PitchNotFound', 'ReviewChanged', 'OwnPitchNotApproved', 'SlidesNotReady'],
  }),
  /** CALL-025. [STATE-025] Changes the released part of the recording of an approved pitch. */
  updateApprovePitch: call({
    who: callers.pitchAdmins,
    input: z.object({ ...reviewed, ...released }).superRefine(fits),
    output: z.object({ audit_status: z.enum(approvals) }),
    errors: ['PitchNotFound', 'ReviewChanged', 'PitchStateForbids', 'OwnPitchNotApproved'],
  }),
  /** CALL-026. [STATE-026] Declines to approve a pitch, or withdraws its approval. */
  unapprovePitch: call({
    who: callers.pitchAdmins,
    input: z.object({ ...reviewed, reason: why }),
    output: z.object({ audit_status: z.enum(approvals) }),
    errors: ['PitchNotFound', 'ReviewChanged'],
  }),
  /** GAP-003. [STATE-027] Sets a pitch to pending, so that it is reviewed again. */
  setPitchPending: call({
    who: callers.pitchAdmins,
    input: z.object({ ...reviewed, reason: why }),
    output: z.object({ audit_status: z.enum(approvals) }),
    errors: ['PitchNotFound', 'ReviewChanged'],
  }),
  /** Lists the pitches that the caller may review, or for presenters their own and where each stands. */
  getPitchReviewList: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      name: line(100).optional(),
      audit_status: z.enum(approvals).optional(),
      ...sorting(['name', 'start', 'updated'], 'start', 'asc'),
    }),
    output: listOf(Reviewed),
  }),
  /** Gets what a pitch shows, what it showed at the last decision, and all decisions. */
  getPitchReview: call({
    who: callers.pitchMakers,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: Reviewed.extend({
      version: z.string(),
      may_review: z.boolean(),
      audit_start_time: z.string(),
      audit_end_time: z.string(),
      audit_duration: z.string(),
      now: Shown,
      before: Shown.nullable(),
      decisions: z.array(Decision),
    }),
    errors: ['PitchNotFound'],
  }),
}
