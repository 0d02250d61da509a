import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging } from '#contract/fields.ts'
import { FEWEST_OPTIONS, MOST_OPTIONS, OPTION_LENGTH, optionsDiffer, pollStates, QUESTION_LENGTH } from './rules.ts'

const onPitch = { pitch_uuid: z.uuid() }
const onPoll = { ...onPitch, poll_id: z.uuid() }
const filled = (max: number) => line(max).pipe(z.string().min(1, { error: 'required' }))

/** A poll as the team of a pitch sees it. */
export const Poll = z.object({
  id: z.uuid(),
  question: z.string(),
  options: z.array(z.string()),
  is_multiple: z.boolean(),
  is_anonymous: z.boolean(),
  state: z.enum(pollStates),
  /** Whether everyone sees the counts. */
  is_shown: z.boolean(),
  voters: z.number().int(),
  /** Votes for each option. */
  counts: z.array(z.number().int()),
  opened_at: instant.nullable(),
  closed_at: instant.nullable(),
})
export type Poll = z.infer<typeof Poll>

const acting = { who: callers.people, whileImpersonating: false } as const

export const pollCalls = {
  /** Creates a poll or, with `poll_id`, changes a draft. */
  savePoll: call({
    ...acting,
    input: z.object({
      ...onPitch,
      poll_id: z.uuid().optional(),
      question: filled(QUESTION_LENGTH),
      options: z
        .array(filled(OPTION_LENGTH))
        .min(FEWEST_OPTIONS)
        .max(MOST_OPTIONS)
        .refine(optionsDiffer, { error: 'repeated' }),
      is_multiple: z.boolean().default(false),
      is_anonymous: z.boolean().default(true),
    }),
    output: Poll,
    errors: ['PitchNotFound', 'NoPermission', 'PollNotFound', 'PollStateForbids', 'TooManyPolls'],
  }),
  /** Deletes a draft. */
  deletePoll: call({
    ...acting,
    input: z.object(onPoll),
    errors: ['PitchNotFound', 'NoPermission', 'PollNotFound', 'PollStateForbids'],
  }),
  /**
   * Opens a poll, one at a time and while the pitch is live. With `is_shown` everyone sees the counts as they grow.
   */
  openPoll: call({
    ...acting,
    input: z.object({ ...onPoll, is_shown: z.boolean().default(false) }),
    output: Poll,
    errors: ['PitchNotFound', 'NoPermission', 'PollNotFound', 'PitchStateForbids', 'OtherPollOpen'],
  }),
  /** Closes a poll. Without `is_shown` the counts stay shown or hidden. */
  closePoll: call({
    ...acting,
    input: z.object({ ...onPoll, is_shown: z.boolean().optional() }),
    output: Poll,
    errors: ['PitchNotFound', 'NoPermission', 'PollNotFound', 'PollStateForbids'],
  }),
  /** Shows the result of a poll to everyone, or hides it. */
  showPollResult: call({
    ...acting,
    input: z.object({ ...onPoll, is_shown: z.boolean() }),
    output: Poll,
    errors: ['PitchNotFound', 'NoPermission', 'PollNotFound', 'PollStateForbids', 'PitchStateForbids', 'OtherPollOpen'],
  }),
  /** Records the vote of an attendee. Another vote replaces it; `choices` are indexes of options from 0. */
  votePoll: call({
    who: callers.everyone,
    // a stored answer would tie an anonymous vote to its session, and a repeated vote changes nothing
    keepsAnswer: false,
    whileImpersonating: false,
    input: z.object({ ...onPoll, choices: z.array(z.number().int().min(0)).min(1).max(MOST_OPTIONS) }),
    output: z.object({ choices: z.array(z.number().int()) }),
    errors: ['PitchNotFound', 'NoPermission', 'PollNotFound', 'PollNotOpen', 'PollChoiceWrong'],
  }),
  /** Gets the caller's own vote; without one, no choices. */
  getOwnVote: call({
    who: callers.everyone,
    reads: true,
    whileImpersonating: false,
    input: z.object(onPoll),
    output: z.object({ choices: z.array(z.number().int()) }),
    errors: ['PitchNotFound', 'PollNotFound'],
  }),
  /** Lists the polls of a pitch with their counts, in the order in which they were created, for its team. */
  getPollList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object(onPitch),
    output: z.object({ items: z.array(Poll), total: z.number().int() }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** Lists the voters of a poll that is not anonymous, for the team. */
  getPollVotes: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ ...onPoll, ...paging }),
    output: listOf(z.object({ user_id: z.uuid(), name: z.string(), choices: z.array(z.number().int()), at: instant })),
    errors: ['PitchNotFound', 'NoPermission', 'PollNotFound', 'PollAnonymous'],
  }),
}
