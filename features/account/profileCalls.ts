import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { language, line, timeZone } from '#contract/fields.ts'
import { filled, typedPassword } from './fields.ts'
import { interfaceSizes, themeColours } from './rules.ts'

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

/** Names of a list and of its columns, as the browser calls them. */
const viewName = z.string().regex(/^[\w-]{1,40}$/)

/** How somebody has the console look: kept with the account, so that it follows them to another browser. */
export const UserConfig = z.object({
  /** Of controls and rows. */
  size: z.enum(interfaceSizes),
  theme_colour: z.enum(themeColours),
  colour_scheme: z.enum(['auto', 'light', 'dark']),
  sidebar: z.enum(['open', 'icons']),
  /** Rows of a list's page. */
  page_size: z.number().int().min(10).max(200),
  /** By list: the columns that are not shown. */
  hidden_columns: z.record(viewName, z.array(viewName).max(40)),
})
export type UserConfig = z.infer<typeof UserConfig>

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
  /** CALL-101 */
  getUserConfig: call({ path: 'token', who: callers.people, reads: true, input: z.object({}), output: UserConfig }),
  /** CALL-102: changes what is named and leaves the rest; of `hidden_columns` the lists that are named. */
  updateUserConfig: call({ path: 'token', who: callers.people, input: UserConfig.partial(), output: UserConfig }),
  /** CALL-081: changes the own password and ends the person's other sessions. */
  updatePassword: call({
    path: 'token',
    who: callers.people,
    whilePending: 'setup',
    whileImpersonating: false,
    input: z.object({ old_pass: typedPassword, new_pass: typedPassword }),
    output: z.object({}),
    errors: ['OldPasswordWrong', 'PasswordNotAllowed'],
  }),
}
