import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, listOf, paging } from '#contract/fields.ts'

export const commitmentCalls = {
  /** GAP-020: an attendee commits an amount, once. `money_amount` is "$25,000" or "25000.50" (RULE-089). */
  commitInPitch: call({
    who: ['vc', 'member', 'attendee'],
    whileImpersonating: false,
    input: z.object({
      uuid: z.uuid(),
      money_amount: z.string().trim().min(1, { error: 'required' }).max(40),
      initials: z.string().trim().min(1, { error: 'required' }).max(20),
    }),
    output: z.object({ id: z.uuid(), money_amount: z.string() }),
    errors: [
      'PitchNotFound',
      'NoPermission',
      'CommitmentNotOpen',
      'CommitmentTooLate',
      'CommitmentBelowMinimum',
      'AmountNotAllowed',
      'InitialsNotAllowed',
      'AlreadyCommitted',
    ],
  }),
  getMyCommitment: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ is_committed: z.boolean(), money_amount: z.string(), initials: z.string() }),
    errors: ['PitchNotFound'],
  }),
  /** What a pitch asks of investors. Empty texts and null: nothing is said of it. */
  getCommitmentTerms: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({
      asked_amount: z.string(),
      minimum_commitment: z.string(),
      /** The last moment at which a commitment is taken. */
      commit_until: instant.nullable(),
      /** Whether one is taken now. */
      is_open: z.boolean(),
      /** The commitments so far; null for a caller who may not know. */
      total: z.object({ count: z.number().int(), money_amount: z.string() }).nullable(),
    }),
    errors: ['PitchNotFound'],
  }),
  /** For the managers of the pitch: the commitments and their sum. */
  getCommitmentList: call({
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
        money_amount: z.string(),
        initials: z.string(),
        at: instant,
      }),
    ).extend({ sum: z.string() }),
    errors: ['PitchNotFound'],
  }),
}
