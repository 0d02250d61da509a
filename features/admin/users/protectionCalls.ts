import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { line } from '#contract/fields.ts'
import { clearQuestionsCalls } from '#features/access/factor/questionCalls.ts'

/** Identifying a user on the phone, and help for a user who has lost every factor. */
export const protectionCalls = {
  ...clearQuestionsCalls,
  /** CALL-110: sends a user a code to read out, so that an admin can identify them. */
  sendCodeByAdmin: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: z.object({ user_id: z.uuid(), factor: z.enum(['email', 'sms']).default('email') }),
    output: z.object({ sent_to: z.string(), minutes: z.number().int() }),
    errors: ['UserNotFound', 'NoPermission', 'FactorNotFound', 'AddressSuppressed'],
  }),
  /** CALL-111: compares the code that was read out, for the admin who requested it. */
  validateCodeByAdmin: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: z.object({ user_id: z.uuid(), code: line(40) }),
    errors: ['UserNotFound', 'NoPermission', 'CodeEmpty', 'CodeWrongLength', 'CodeWrong'],
  }),
  /** Gets what protects the account of a user whom the caller manages. */
  getFactorsByAdmin: call({
    who: callers.peopleAdmins,
    reads: true,
    input: z.object({ user_id: z.uuid() }),
    output: z.object({
      factors: z.number().int(),
      questions: z.number().int(),
      /** Where a code can be sent, partly hidden; empty where there is none. */
      email: z.string(),
      mobile: z.string(),
    }),
    errors: ['UserNotFound', 'NoPermission'],
  }),
  /**
   * Removes all verification methods, recovery codes, and remembered browsers of a user who has lost them; ends their
   * sessions. The user has to be identified: by a code that `validateCodeByAdmin` has just found right, or, where
   * neither email nor text reaches them, by what the admin says of how they made sure. Else it fails with
   * PersonNotChecked.
   */
  clearFactorsByAdmin: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: z.object({ user_id: z.uuid(), reason: line(300).optional() }),
    errors: ['UserNotFound', 'NoPermission', 'PersonNotChecked'],
  }),
}
