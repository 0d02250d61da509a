import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { line } from '#contract/fields.ts'

/** [ENT-047] Security questions: they replace the code of a second step, and are never enough without a password. */
export const questionCalls = {
  /** [CALL-112] Lists the caller's own security questions. Without their answers. */
  getSecurityQuestions: call({
    who: callers.people,
    reads: true,
    output: z.object({
      questions: z.array(z.string()),
      /** Whether the organization allows them. */
      is_allowed: z.boolean(),
      /** Whether a change asks for the password, for nothing (a second step was just done), or for a new sign-in. */
      proof: z.enum(['password', 'none', 'signIn']),
    }),
  }),
  /**
   * [CALL-113] Sets the caller's security questions. Replaces all questions. `QuestionsNotAllowed` names the broken
   * rules in `fields`.
   */
  updateSecurityQuestions: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({
      /** Two or three, [RULE-077 to RULE-080]. */
      questions: z.array(z.object({ question: line(200), answer: line(200) })).max(10),
      current_pass: z.string().trim().max(200).optional(),
    }),
    errors: ['QuestionsOff', 'QuestionsNotAllowed', 'ProofNeeded', 'OldPasswordWrong'],
  }),
}

/** Admins clear those of other people as well; that handler is in `users`. */
export const clearQuestionsCalls = {
  /** [CALL-114] Removes the caller's own questions or, with `user_id`, those of a person whom the caller manages. */
  clearSecurityQuestions: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ user_id: z.uuid().optional(), current_pass: z.string().trim().max(200).optional() }),
    errors: ['UserNotFound', 'NoPermission', 'ProofNeeded', 'OldPasswordWrong'],
  }),
}
