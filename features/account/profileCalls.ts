import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { language, line, timeZone } from '#contract/fields.ts'
import { filled, typedPassword } from './fields.ts'

const Personal = z.object({
  firstname: z.string(),
  lastname: z.string(),
  username: z.string(),
  email: z.string(),
  company_name: z.string(),
  position: z.string(),
  location: z.string(),
  timezone: z.string(),
  language,
})

/** What people do with their own account. */
export const profileCalls = {
  /** CALL-073 */
  getPersonalInfo: call({ path: 'token', who: callers.people, reads: true, input: z.object({}), output: Personal }),
  /** CALL-080 */
  updatePersonalInfo: call({
    path: 'token',
    who: callers.people,
    input: z.object({
      firstname: filled(80),
      lastname: filled(80),
      company_name: line(120),
      position: line(120),
      location: line(120),
      timezone: timeZone,
      language,
    }),
    output: Personal,
  }),
  /** CALL-081: changes the own password and ends the person's other sessions. */
  updatePassword: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ old_pass: typedPassword, new_pass: typedPassword }),
    output: z.object({}),
    errors: ['OldPasswordWrong', 'PasswordNotAllowed'],
  }),
}
