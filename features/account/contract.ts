import { z } from 'zod'
import { call, callers, roles } from '#contract/call.ts'
import { email, instant, language, line, listOf, paging, timeZone } from '#contract/fields.ts'
import { givenRoles } from './rules.ts'

/** [STATE-072, STATE-073, STATE-074] `invited` was only ever let in to a pitch; `awaiting` has a link to set a password. */
const accountStates = ['invited', 'awaiting', 'active', 'disabled'] as const

/** A text that is there. */
const filled = (max: number) => line(max).pipe(z.string().min(1, { error: 'required' }))
/** [RULE-003, RULE-004] A password as it was typed, trimmed. */
const typedPassword = z.string().trim().min(1, { error: 'required' }).max(200, { error: 'tooLong' })

/** An account in a list of people. */
const User = z.object({
  user_id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  username: z.string(),
  email: z.string(),
  company_name: z.string(),
  roles: z.array(z.enum(roles)),
  state: z.enum(accountStates),
  org_id: z.uuid(),
  org_name: z.string(),
  created_on: instant,
  last_login: instant.nullable(),
})
export type User = z.infer<typeof User>

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
  /** Creates an account, or opens the console to somebody who was only invited to pitches, and mails the link. */
  createUser: call({
    path: 'token',
    who: callers.peopleAdmins,
    input: z.object({
      email,
      firstname: filled(80),
      lastname: filled(80),
      /** What the actor may give: `mayManage` in rules.ts. */
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
      state: z.enum(accountStates).optional(),
      sort: z.enum(['name', 'email', 'created_on', 'last_login']).default('created_on'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: listOf(User),
  }),
  /** Mails a new link to set a password to somebody who has none yet; the links before it end. */
  resendActivation: call({
    path: 'token',
    who: callers.peopleAdmins,
    input: z.object({ user_id: z.uuid() }),
    output: z.object({}),
    errors: ['UserNotFound', 'AlreadyActivated', 'AccountNotEnabled'],
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
