import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { line } from '#contract/fields.ts'

const answer = line(200)

/** [ENT-047] Security questions: they stand in for the code of a second step, and are never enough without a password. */
export const questionCalls = {
  /** CALL-112: the own questions, without their answers. */
  getSecurityQuestions: call({
    path: 'token',
    who: callers.people,
    reads: true,
    input: z.object({}),
    output: z.object({
      questions: z.array(z.string()),
      /** Whether the organisation allows them. */
      is_allowed: z.boolean(),
      /** Whether a change asks for the password, for nothing (a second step was just done), or for a new sign-in. */
      proof: z.enum(['password', 'none', 'signIn']),
    }),
  }),
  /** CALL-113: replaces all questions. `QuestionsNotAllowed` names the broken rules in `fields`. */
  updateSecurityQuestions: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({
      /** Two or three, [RULE-077 to RULE-080]. */
      questions: z.array(z.object({ question: line(200), answer })).max(10),
      current_pass: z.string().trim().max(200).optional(),
    }),
    output: z.object({}),
    errors: ['QuestionsOff', 'QuestionsNotAllowed', 'ProofNeeded', 'OldPasswordWrong'],
  }),
  /** CALL-114: removes the own questions or, with `user_id`, those of somebody whom the actor manages. */
  clearSecurityQuestions: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ user_id: z.uuid().optional(), current_pass: z.string().trim().max(200).optional() }),
    output: z.object({}),
    errors: ['UserNotFound', 'NoPermission', 'ProofNeeded', 'OldPasswordWrong'],
  }),
  /** CALL-115: finishes a pending sign-in by the answers to the two questions that checkUserForConsoleLogin names. */
  loginBySecurityQuestion: call({
    path: 'basic',
    who: 'anyone',
    whilePending: true,
    whileImpersonating: false,
    input: z.object({ answer1: answer, answer2: answer }),
    output: z.object({
      access_token: z.string(),
      refresh_token: z.string(),
      token_type: z.literal('Bearer'),
      /** Seconds. */
      expires_in: z.number().int(),
    }),
    errors: ['NoStepPending', 'QuestionsOff', 'AnswerOneWrong', 'AnswerTwoWrong', 'AnswersWrong'],
  }),
}
