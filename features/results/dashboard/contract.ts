import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging, sorting } from '#contract/fields.ts'
import { accreditationGaps, pitchStates } from '#features/core/pitch/rules.ts'
import { feedbackChoices } from '#features/results/feedback/rules.ts'

/** A pitch as it is shown to a person who may attend it, with what is their own in it. */
export const DashboardPitch = z.object({
  uuid: z.uuid(),
  presentation_name: z.string(),
  presenter_name: z.string(),
  /** As the caller may know it. */
  company_name: z.string(),
  company_logo: z.string(),
  product_type: z.string(),
  /** The beginning of what is said about the company. */
  summary: z.string(),
  start_date_raw: instant,
  start_zone: z.string(),
  end_date_raw: instant,
  state: z.enum(pitchStates),
  /** [ENT-010] */
  spotlight: z.boolean(),
  /**
   * Why the caller may attend: the pitch's team has invited them, or it is public in their organization. Null for others:
   * moderators, those who look after pitches, and who came by a partner's link.
   */
  attends_by: z.enum(['invitation', 'organization']).nullable(),
  /** Empty where nothing is said of it. */
  asked_amount: z.string(),
  /** The last moment at which a commitment is taken; null without one. */
  commit_until: instant.nullable(),
  /** The caller's own commitment; empty without one. */
  money_amount: z.string(),
  /** The caller's own feedback. */
  select: z.enum(feedbackChoices).nullable(),
  /** Whether the caller may put it aside now. */
  may_put_aside: z.boolean(),
})
export type DashboardPitch = z.infer<typeof DashboardPitch>

/** By what a pitch was put aside: by saying so before its start, or by the feedback from its start on. */
export const asideBy = ['aside', 'dislike'] as const

const seconds = z.number().int().min(0)
const ofPitch = z.object({ uuid: z.uuid() })

export const dashboardCalls = {
  /**
   * CALL-006. [PROD-032] Lists the pitches that the caller may attend and has not set aside: those that are live or
   * to come, live ones first; or those that have `ended`.
   */
  getAllUpcomingPitches: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      name: line(100).optional(),
      ended: z.boolean().default(false),
      /** Only those in the spotlight, or only the others. */
      spotlight: z.boolean().optional(),
      ...sorting(['start', 'name'], 'start', 'asc'),
    }),
    output: listOf(DashboardPitch),
  }),
  /** CALL-012. Lists the pitches that the caller has set aside. */
  getNotInterestedInPitchList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, name: line(100).optional(), ...sorting(['aside', 'start', 'name'], 'aside', 'desc') }),
    output: listOf(DashboardPitch.extend({ by: z.enum(asideBy), aside_time: instant })),
  }),
  /** Sets a pitch aside before its start; a repeat changes nothing. */
  createNotInterestedInPitch: call({
    who: callers.people,
    whileImpersonating: false,
    input: ofPitch,
    errors: ['PitchNotFound', 'NoPermission', 'PitchStateForbids'],
  }),
  /** CALL-023. Restores a pitch that the caller has set aside; no effect on any other. */
  deleteNotInterestedInPitch: call({
    who: callers.people,
    whileImpersonating: false,
    input: ofPitch,
    errors: ['PitchNotFound'],
  }),
  /** Gets a pitch of the dashboard, with the caller's own commitment, feedback, and replay. */
  getDashboardPitch: call({
    who: callers.people,
    reads: true,
    input: ofPitch,
    output: DashboardPitch.extend({
      /** By what the caller has put it aside; null: they have not. */
      put_aside: z.enum(asideBy).nullable(),
      /** [ENT-010] What the caller lacks of the accreditation that the pitch needs; empty when they lack nothing. */
      accreditation_gap: z.enum(['', ...accreditationGaps]),
      /** Whether they may watch a recording of it. */
      is_watchable: z.boolean(),
      /** Whether a commitment of theirs would be taken now. */
      may_commit: z.boolean(),
      /** How long they looked at its slides, if they attend: by themselves, live, and in the replay. */
      attention: z.object({ reading: seconds, live: seconds, replay: seconds }),
    }),
    errors: ['PitchNotFound'],
  }),
  /** Counts the attendees who set the pitch aside before its start, for those who manage it. */
  getNotInterestedCount: call({
    who: callers.people,
    reads: true,
    input: ofPitch,
    output: z.object({ count: z.number().int().min(0) }),
    errors: ['PitchNotFound'],
  }),
}
