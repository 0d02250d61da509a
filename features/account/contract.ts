import { z } from 'zod'
import { call } from '#contract/call.ts'
import { typedPassword } from './fields.ts'
import { profileCalls } from './profileCalls.ts'
import { userCalls } from './userCalls.ts'

export type { User } from './userCalls.ts'

export const accountCalls = {
  ...userCalls,
  /** CALL-198: whose link it is, before a password is set. */
  checkResetPasswordLink: call({
    path: 'basic',
    who: 'anyone',
    reads: true,
    input: z.object({ link_code: z.string().max(200) }),
    output: z.object({ email: z.string(), firstname: z.string(), username: z.string() }),
    errors: ['LinkNotFound', 'LinkExpired', 'UserNotFound', 'AccountNotEnabled'],
  }),
  /** CALL-199: sets a password by a link, once. `PasswordNotAllowed` names the first broken rule in `fields.new_pass`. */
  resetPassword: call({
    path: 'basic',
    who: 'anyone',
    input: z.object({ link_code: z.string().max(200), new_pass: typedPassword }),
    output: z.object({ username: z.string() }),
    errors: ['LinkNotFound', 'LinkExpired', 'UserNotFound', 'AccountNotEnabled', 'PasswordNotAllowed'],
  }),
  ...profileCalls,
}
