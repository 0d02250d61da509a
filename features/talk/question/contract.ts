import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, text } from '#contract/fields.ts'
import { forwardCalls } from '#features/talk/chat/forwardCalls.ts'
import { deskStates, QUESTION_LENGTH, questionStates } from './rules.ts'

const onPitch = { pitch_uuid: z.uuid() }
const onQuestion = { ...onPitch, question_id: z.uuid() }

/** A question on the desk of those who look after the room. */
export const DeskQuestion = z.object({
  id: z.uuid(),
  state: z.enum(deskStates),
  content: z.string(),
  user_id: z.uuid(),
  name: z.string(),
  /** Whether everybody may see who asked. */
  is_named: z.boolean(),
  /** The message of everybody's chat that it was; null: it was asked here. */
  message_id: z.number().int().nullable(),
  /** Who forwarded that message; empty: nobody. */
  forwarded_by: z.string(),
  asked_at: instant,
})
export type DeskQuestion = z.infer<typeof DeskQuestion>

/** One's own question, as whoever asked it sees it. */
export const OwnQuestion = z.object({
  id: z.uuid(),
  state: z.enum(questionStates),
  content: z.string(),
  asked_at: instant,
})
export type OwnQuestion = z.infer<typeof OwnQuestion>

export const questionCalls = {
  ...forwardCalls,
  /** Asks those who present; nobody else reads it until it is answered. A repeat with the same id asks once. */
  askQuestion: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      ...onPitch,
      content: text(QUESTION_LENGTH).pipe(z.string().min(1, { error: 'required' })),
      /** Whether everybody may see who asked, once it is answered. */
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
  /** One's own questions of a pitch, the newest first. */
  getOwnQuestions: call({
    who: callers.everyone,
    reads: true,
    answer: 'results',
    input: z.object(onPitch),
    output: z.object({ items: z.array(OwnQuestion), total: z.number().int() }),
    errors: ['PitchNotFound'],
  }),
  /** Takes one's own question back while it waits. */
  withdrawQuestion: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object(onQuestion),
    errors: ['PitchNotFound', 'QuestionNotFound', 'QuestionNotWaiting'],
  }),
  /**
   * The desk of those who look after the room: with `waiting` what waits, in its order, and what is being answered; else
   * the last hundred that were answered, or dismissed.
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
      /** The messages of everybody's chat that are on the desk, however they stand: the newest thousand. */
      message_ids: z.array(z.number().int()),
      /** Attendees may ask. */
      open: z.boolean(),
    }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** Takes a question up for everybody to see, ends that, or puts it aside. Of two being answered the first one is answered. */
  updateQuestion: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onQuestion, state: z.enum(deskStates) }),
    output: z.object({ state: z.enum(deskStates) }),
    errors: ['PitchNotFound', 'NoPermission', 'QuestionNotFound'],
  }),
  /** Puts a question that waits after another one that waits, or before all of them. */
  moveQuestion: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onQuestion, after: z.uuid().optional() }),
    errors: ['PitchNotFound', 'NoPermission', 'QuestionNotFound'],
  }),
  /** Lets attendees ask questions, or no longer; the pitch keeps it (`show_question`). */
  updatePitchQuestions: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ...onPitch, open: z.boolean() }),
    output: z.object({ open: z.boolean() }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
}
