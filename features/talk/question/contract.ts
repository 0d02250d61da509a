import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, text } from '#contract/fields.ts'
import { forwardCalls } from '#features/talk/chat/forwardCalls.ts'
import { deskStates, QUESTION_LENGTH, questionStates } from './rules.ts'

const onPitch = { pitch_uuid: z.uuid() }
const onQuestion = { ...onPitch, question_id: z.uuid() }

/** A question on the desk of the team. */
export const DeskQuestion = z.object({
  id: z.uuid(),
  state: z.enum(deskStates),
  content: z.string(),
  user_id: z.uuid(),
  name: z.string(),
  /** Whether everyone may see the asker's name. */
  is_named: z.boolean(),
  /** The message of the public chat that was forwarded; null for a question asked as such. */
  message_id: z.number().int().nullable(),
  /** The name of the moderator who forwarded the message; empty for a question asked as such. */
  forwarded_by: z.string(),
  asked_at: instant,
})
export type DeskQuestion = z.infer<typeof DeskQuestion>

/** A question as its asker sees it. */
export const OwnQuestion = z.object({
  id: z.uuid(),
  state: z.enum(questionStates),
  content: z.string(),
  asked_at: instant,
})
export type OwnQuestion = z.infer<typeof OwnQuestion>

export const questionCalls = {
  ...forwardCalls,
  /**
   * Asks the presenters a question, which only the team reads until it is answered. A repeat with the same id asks
   * once.
   */
  askQuestion: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      ...onPitch,
      content: text(QUESTION_LENGTH).pipe(z.string().min(1, { error: 'required' })),
      /** Whether everyone may see the asker's name once the question is answered. */
      is_named: z.boolean().default(true),
      local_question_id: z.uuid(),
    }),
    output: OwnQuestion,
    errors: [
      'PitchNotFound',
      'NoPermission',
      'QuestionsClosed',
      'TooManyQuestions',
      'RemovedFromRoom',
      'ChatMuted',
      'RoomNotOpen',
    ],
  }),
  /** Lists the caller's questions of a pitch, newest first. */
  getOwnQuestions: call({
    who: callers.everyone,
    reads: true,
    answer: 'results',
    input: z.object(onPitch),
    output: z.object({ items: z.array(OwnQuestion), total: z.number().int() }),
    errors: ['PitchNotFound'],
  }),
  /** Withdraws the caller's own question while it waits. */
  withdrawQuestion: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object(onQuestion),
    errors: ['PitchNotFound', 'QuestionNotFound', 'QuestionNotWaiting'],
  }),
  /**
   * Lists the questions of the Q&A, for the team: with `waiting` the question being answered and the waiting ones in
   * their order; otherwise the last hundred answered, or dismissed, ones.
   */
  getQuestionList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ ...onPitch, state: z.enum(['waiting', 'answered', 'dismissed']).default('waiting') }),
    output: z.object({
      items: z.array(DeskQuestion),
      total: z.number().int(),
      waiting: z.number().int(),
      answered: z.number().int(),
      dismissed: z.number().int(),
      /** The ids of forwarded messages of the public chat, in any state: the newest thousand. */
      message_ids: z.array(z.number().int()),
      /** Attendees may ask. */
      open: z.boolean(),
    }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** Sets the state of a question. When one is taken up, the one before becomes answered. */
  updateQuestion: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onQuestion, state: z.enum(deskStates) }),
    output: z.object({ state: z.enum(deskStates) }),
    errors: ['PitchNotFound', 'NoPermission', 'QuestionNotFound'],
  }),
  /** Moves a waiting question behind another waiting one, or before all of them. */
  moveQuestion: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onQuestion, after: z.uuid().optional() }),
    errors: ['PitchNotFound', 'NoPermission', 'QuestionNotFound'],
  }),
  /** Sets whether attendees may ask questions; the pitch stores it (`show_question`). */
  updatePitchQuestions: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, open: z.boolean() }),
    output: z.object({ open: z.boolean() }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
}
