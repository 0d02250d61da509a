import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging, text } from '#contract/fields.ts'
import { feedbackChoices, sessionRatings } from './rules.ts'

const choice = z.enum(feedbackChoices)
const rating = z.enum(sessionRatings)

export const feedbackCalls = {
  /**
   * [CALL-018] Gives an attendee's feedback on a pitch, during or after the pitch; sending again replaces the earlier
   * feedback.
   */
  createAttendeeFeedback: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      uuid: z.uuid(),
      select: choice,
      note: text(4000).default(''),
      contact: line(254).default(''),
    }),
    output: z.object({ id: z.uuid() }),
    errors: ['PitchNotFound', 'NoPermission', 'FeedbackNotOpen'],
  }),
  /** Gets the caller's own feedback on a pitch. */
  getMyFeedback: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ select: choice.nullable(), note: z.string(), contact: z.string() }),
    errors: ['PitchNotFound'],
  }),
  /** [CALL-013] Lists the attendees' feedback on a pitch. */
  getAttendeeFeedbackList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ uuid: z.uuid(), ...paging, select: choice.optional() }),
    output: listOf(
      z.object({
        id: z.uuid(),
        user_id: z.uuid(),
        name: z.string(),
        email: z.string(),
        select: choice,
        note: z.string(),
        contact: z.string(),
        /** [ENT-076] What the same person committed; empty without a commitment. */
        money_amount: z.string(),
        initials: z.string(),
        at: instant,
      }),
    ).extend({ counts: z.object({ dislike: z.number(), unsure: z.number(), invest: z.number() }) }),
    errors: ['PitchNotFound'],
  }),
  /** [CALL-019] Rates a pitch that has ended, as a participant; sending again replaces it. */
  createPitchEPFeedback: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid(), rating, note: text(4000).default('') }),
    output: z.object({ id: z.uuid() }),
    errors: ['PitchNotFound', 'NoPermission', 'RatingNotOpen'],
  }),
  /** Gets how the caller has rated a pitch; `may_rate` tells whether they were in it and it has ended. */
  getMyPitchEPFeedback: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ may_rate: z.boolean(), rating: rating.nullable(), note: z.string() }),
    errors: ['PitchNotFound'],
  }),
  /** [CALL-014] Lists the ratings of a pitch. */
  getPitchEPFeedbackList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ uuid: z.uuid(), ...paging }),
    output: listOf(
      z.object({
        id: z.uuid(),
        user_id: z.uuid(),
        name: z.string(),
        email: z.string(),
        rating,
        note: z.string(),
        at: instant,
      }),
    ).extend({ counts: z.record(rating, z.number().int()) }),
    errors: ['PitchNotFound'],
  }),
}
