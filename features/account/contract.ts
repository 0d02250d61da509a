import { z } from 'zod'
import { call, callers, roles } from '#contract/call.ts'
import { email, instant, language, line, listOf, paging, timeZone } from '#contract/fields.ts'

/** An account in a list of people. */
export const User = z.object({
  user_id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  username: z.string(),
  email: z.string(),
  company_name: z.string(),
  roles: z.array(z.enum(roles)),
  state: z.enum(['invited', 'awaiting', 'active', 'disabled']),
  org_id: z.uuid(),
  org_name: z.string(),
  created_on: instant,
  last_login: instant.nullable(),
})
export type User = z.infer<typeof User>

/** The roles an administrator may give; only a superadmin makes admins. */
export const givenRoles = ['presenter', 'vc', 'member', 'pitchadmin', 'useradmin', 'admin'] as const

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

export const accountCalls = {
  createUser: call({
    path: 'token',
    who: callers.peopleAdmins,
    input: z.object({
      email,
      firstname: line(80).pipe(z.string().min(1)),
      lastname: line(80).pipe(z.string().min(1)),
      role_type_live: z.enum(givenRoles),
      company_name: line(120).default(''),
      language: language.default('en'),
      timezone: timeZone.default('America/New_York'),
      /** Only a superadmin names another organisation than their own. */
      org_id: z.uuid().optional(),
    }),
    output: z.object({ user_id: z.uuid() }),
    errors: ['EmailExists', 'NoPermission'],
  }),
  getUserListForEp: call({
    path: 'token',
    who: callers.peopleAdmins,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      name: line(100).optional(),
      role: z.enum(roles).optional(),
      state: z.enum(['invited', 'awaiting', 'active', 'disabled']).optional(),
      sort: z.enum(['name', 'email', 'created_on', 'last_login']).default('created_on'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: listOf(User),
  }),
  /** Mails a new link to set a password to somebody who has not used theirs. */
  resendActivation: call({
    path: 'token',
    who: callers.peopleAdmins,
    input: z.object({ user_id: z.uuid() }),
    output: z.object({}),
    errors: ['UserNotFound'],
  }),
  /** Ends an account's sessions and keeps it from signing in, or lets it in again. */
  setUserDisabled: call({
    path: 'token',
    who: callers.peopleAdmins,
    input: z.object({ user_id: z.uuid(), disabled: z.boolean() }),
    output: z.object({}),
    errors: ['UserNotFound', 'NoPermission'],
  }),
  /** CALL-198: whose link it is, before a password is set. */
  checkResetPasswordLink: call({
    path: 'basic',
    who: 'anyone',
    reads: true,
    input: z.object({ link_code: z.string().max(200) }),
    output: z.object({ email: z.string(), firstname: z.string() }),
    errors: ['LinkNotFound', 'LinkExpired'],
  }),
  /** CALL-199 */
  resetPassword: call({
    path: 'basic',
    who: 'anyone',
    input: z.object({ link_code: z.string().max(200), new_pass: z.string().trim().max(200) }),
    output: z.object({}),
    errors: ['LinkNotFound', 'LinkExpired', 'PasswordNotAllowed'],
  }),
  getPersonalInfo: call({ path: 'token', who: callers.people, reads: true, input: z.object({}), output: Personal }),
  updatePersonalInfo: call({
    path: 'token',
    who: callers.people,
    input: z.object({
      firstname: line(80).pipe(z.string().min(1)),
      lastname: line(80).pipe(z.string().min(1)),
      company_name: line(120),
      position: line(120),
      location: line(120),
      timezone: timeZone,
      language,
    }),
    output: Personal,
  }),
  updatePassword: call({
    path: 'token',
    who: callers.people,
    input: z.object({ old_pass: z.string().trim().max(200), new_pass: z.string().trim().max(200) }),
    output: z.object({}),
    errors: ['OldPasswordWrong', 'PasswordNotAllowed'],
  }),
}
