import { z } from 'zod'
import { call, callers, roles } from '#contract/call.ts'
import { email, instant, language, line, listOf, paging, timeZone } from '#contract/fields.ts'
import { filled } from './fields.ts'
import { givenRoles } from './rules.ts'

/** [STATE-072, STATE-073, STATE-074] `invited` was only ever let in to a pitch; `awaiting` has a link to set a password. */
const accountStates = ['invited', 'awaiting', 'active', 'disabled'] as const

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

/** What administrators do with other people's accounts. */
export const userCalls = {
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
}
