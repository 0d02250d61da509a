import { z } from 'zod'
import { currencies } from '#contract/currencies.ts'
import { call, callers } from '#contract/declare.ts'
import { filled, instant, language, line, listOf, paging } from '#contract/fields.ts'
import { seriesStates } from '#features/core/vehicle/rules.ts'

/** The most characters of an organization's sentence on what a commitment is. */
export const STATEMENT_LENGTH = 300

/** A sentence on what a commitment is, in each language. */
const Statements = z.object({ en: z.string(), 'zh-Hans': z.string(), 'zh-Hant': z.string() })
export type Statements = z.infer<typeof Statements>

/** The sentence as a commitment was made under it. */
const kept = {
  /** Empty for a commitment that was made before there was any. */
  statement: z.string(),
  /** Of the organization's sentence; 0 for the default. */
  statement_version: z.number().int().nullable(),
  statement_language: language.nullable(),
}

/** The seats of a series, and those that are left. */
const Seats = z.object({ most: z.number().int(), left: z.number().int() })

/** Only a super admin names another organization than their own. */
const which = { org_id: z.uuid().optional() }

export const commitmentCalls = {
  /**
   * [GAP-020] Commits an amount in a pitch, once. `money_amount` is "$25,000" or "25000.50" (RULE-089). `statement` is
   * the sentence on what a commitment is, as it was shown in `statement_language`; refused unless it is the one of
   * today.
   */
  commitInPitch: call({
    who: ['vc', 'member', 'attendee'],
    whileImpersonating: false,
    input: z.object({
      uuid: z.uuid(),
      money_amount: z.string().trim().min(1, { error: 'required' }).max(40),
      initials: z.string().trim().min(1, { error: 'required' }).max(20),
      statement: z.string().trim().max(STATEMENT_LENGTH),
      statement_version: z.number().int().min(0),
      statement_language: language,
    }),
    output: z.object({ id: z.uuid(), money_amount: z.string() }),
    errors: [
      'PitchNotFound',
      'NoPermission',
      'AccreditationNeeded',
      'CommitmentNotOpen',
      'CommitmentTooLate',
      'CommitmentBelowMinimum',
      'CommitmentStatementChanged',
      'SeriesNotOpen',
      'SeriesFull',
      'AmountNotAllowed',
      'InitialsNotAllowed',
      'AlreadyCommitted',
    ],
  }),
  /** Gets the caller's commitment in a pitch. */
  getMyCommitment: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ is_committed: z.boolean(), money_amount: z.string(), initials: z.string(), ...kept }),
    errors: ['PitchNotFound'],
  }),
  /** Gets what a pitch asks of investors. Empty texts and null: nothing is said of it. */
  getCommitmentTerms: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({
      /** Of every amount of the pitch. */
      currency: z.enum(currencies),
      asked_amount: z.string(),
      minimum_commitment: z.string(),
      /** The last moment at which a commitment is taken. */
      commit_until: instant.nullable(),
      /** Whether one is taken now. */
      is_open: z.boolean(),
      /** The commitments so far; null for a caller who may not know. */
      total: z.object({ count: z.number().int(), money_amount: z.string() }).nullable(),
      /**
       * Where the series stands whose seats commitments take, for the caller: it is open for one who has a seat. Null
       * without a series.
       */
      series: z.enum(seriesStates).nullable(),
      /** Null for a caller who may not know. */
      seats: Seats.nullable(),
      /** The caller's position on the waiting list; 0 while a seat is reserved for them. */
      waiting: z.object({ position: z.number().int(), offered_until: instant.nullable() }).nullable(),
      /** What a commitment is, in each language; a commitment repeats it as it was shown. */
      statement: Statements.extend({ version: z.number().int() }),
    }),
    errors: ['PitchNotFound'],
  }),
  /** Lists the commitments and their sum, for the managers of the pitch. */
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
        ...kept,
        at: instant,
      }),
    ).extend({
      sum: z.string(),
      /** Of the series that the pitch names. */
      seats: Seats.nullable(),
      /** Those that were withdrawn, the latest first. */
      withdrawn: z.array(
        z.object({
          ...{ id: z.uuid(), name: z.string(), email: z.string(), money_amount: z.string() },
          ...{ reason: z.string(), by: z.string(), at: instant },
        }),
      ),
      /** The sentences under which all of them were made. */
      statements: z.array(z.object({ ...kept, count: z.number().int() })),
    }),
    errors: ['PitchNotFound'],
  }),
  /** Joins the waiting list for a seat of the pitch's series, which is full. A repeat returns the same position. */
  joinSeatWaitingList: call({
    who: ['vc', 'member', 'attendee'],
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ position: z.number().int() }),
    errors: [
      'PitchNotFound',
      'NoPermission',
      'CommitmentNotOpen',
      'CommitmentTooLate',
      'SeriesNotOpen',
      'AlreadyCommitted',
      'SeatsFree',
    ],
  }),
  /**
   * Leaves the waiting list; a seat that was offered to the caller goes to the next. No effect if they are not waiting.
   */
  leaveSeatWaitingList: call({
    who: ['vc', 'member', 'attendee'],
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid() }),
    errors: ['PitchNotFound'],
  }),
  /** Lists the investors who wait for a seat of the pitch's series, for its managers. */
  getSeatWaitingList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ uuid: z.uuid(), ...paging }),
    output: listOf(
      z.object({
        ...{ id: z.uuid(), user_id: z.uuid(), name: z.string(), email: z.string(), at: instant },
        /** Among all who wait for a seat of the series; 0 with a seat that they were offered. */
        position: z.number().int(),
        offered_until: instant.nullable(),
      }),
    ),
    errors: ['PitchNotFound'],
  }),
  /** Withdraws a commitment, for the managers of the pitch. Its seat becomes free, and the investor is told why. */
  withdrawCommitment: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid(), id: z.uuid(), reason: filled(500) }),
    errors: ['PitchNotFound', 'CommitmentNotFound'],
  }),
  /** Lists the versions of an organization's sentence on what a commitment is; empty where it has the default. */
  getCommitmentStatementList: call({
    who: callers.admins,
    reads: true,
    answer: 'results',
    input: z.object({ ...which, ...paging }),
    output: listOf(Statements.extend({ version: z.number().int(), by: z.string(), at: instant })).extend({
      /** Version 0 when none was ever written. */
      current: Statements.extend({ version: z.number().int() }),
      defaults: Statements,
    }),
    errors: ['OrganisationNotFound'],
  }),
  /** Writes the next version; `version` is the one that it replaces. */
  updateCommitmentStatement: call({
    who: callers.admins,
    whileImpersonating: false,
    input: z.object({
      ...which,
      version: z.number().int().min(0),
      en: line(STATEMENT_LENGTH),
      'zh-Hans': line(STATEMENT_LENGTH),
      'zh-Hant': line(STATEMENT_LENGTH),
    }),
    output: z.object({ version: z.number().int() }),
    errors: ['OrganisationNotFound', 'CommitmentStatementEdited'],
  }),
}
