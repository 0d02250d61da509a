import { z } from 'zod'
import { roles } from '#contract/call.ts'
import { call, callers } from '#contract/declare.ts'
import { email, filled, instant, language, line, listOf, paging, sorting, timeZone } from '#contract/fields.ts'
import { loginOutcomes } from '#features/access/session/contract.ts'
import { listedStates, matchFields, tagColours } from '#features/core/account/match.ts'
import { givenRoles, mainRoles, termStates } from '#features/core/account/rules.ts'
import { suppressionKinds } from '#features/notify/suppression/rules.ts'
import { extraRoles } from './rules.ts'

/** A tag of a user. */
export const Tag = z.object({ tag_id: z.uuid(), name: z.string(), colour: z.enum(tagColours) })
export type Tag = z.infer<typeof Tag>

/** An account in a list of users. */
const User = z.object({
  user_id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  username: z.string(),
  email: z.string(),
  company_name: z.string(),
  roles: z.array(z.enum(roles)),
  /** `deleted` can be restored until `removed_on`. */
  state: z.enum(listedStates),
  tags: z.array(Tag),
  org_id: z.uuid(),
  org_name: z.string(),
  created_on: instant,
  last_login: instant.nullable(),
  removed_on: instant.nullable(),
  /** [ENT-037] The first and the last day of access, in the user's zone; null for an open side. */
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  /** The first sign-in. */
  joined_date: instant.nullable(),
  /** When their access ends, or has ended: the end of `end_date`. */
  expiration_date: instant.nullable(),
  /** Whether their term has yet to begin, or is over. */
  term: z.enum(termStates),
  /** Why no invitations are emailed to their address, as far as the organization may know. */
  held_by: z.enum(suppressionKinds).nullable(),
})
export type User = z.infer<typeof User>

/** [ENT-046] Everything that admins may know of a user. Lists contain the newest ten entries. */
const UserDetail = User.extend({
  position: z.string(),
  location: z.string(),
  timezone: z.string(),
  language,
  head_image: z.string(),
  mobile: z.string(),
  /** Whether a password is set, and whether it has to be changed at the next sign-in. */
  has_password: z.boolean(),
  prompt_reset_password: z.boolean(),
  /** Until when a temporary password is valid; null for a password of the user's own. */
  temporary_password_until: instant.nullable(),
  factors: z.array(z.object({ kind: z.string(), name: z.string(), created_on: instant })),
  sessions: z.array(z.object({ ip: z.string(), user_agent: z.string(), created_on: instant })),
  logins: z.array(z.object({ description: z.enum(loginOutcomes), ip: z.string(), at: instant })),
  /** Pitches that they own; `open` ones have not begun. */
  pitches: z.object({ total: z.number().int(), open: z.number().int(), live: z.number().int() }),
  /** Pitches that they joined as attendees. */
  attended: z.array(z.object({ uuid: z.uuid(), name: z.string(), joined_on: instant })),
})
export type UserDetail = z.infer<typeof UserDetail>

/** The filters of a list or an act; users have to match all of them. */
export const userMatchFields = {
  ...matchFields,
  /** Only super admins see other organizations than their own. */
  org_id: z.uuid().optional(),
  /** Only users who are in this contact list, if the caller may read it; any other list matches no one. */
  list_id: z.uuid().optional(),
}

/** A day of the calendar, or nothing. */
const day = z.union([z.literal(''), z.iso.date()])

const userId = z.object({ user_id: z.uuid() })

/** Calls of admins about a single account. */
export const userCalls = {
  /** Creates an account, or lets an invited attendee sign in, and emails the link. */
  createUser: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: z.object({
      email,
      firstname: filled(80),
      lastname: filled(80),
      /** [PERM-041] A role that the actor may give: `mayManage` in rules.ts. */
      role_type_live: z.enum(givenRoles),
      /** Made from the address when it is left out. `UserExists` when it is taken. */
      username: line(40).optional(),
      company_name: line(120).default(''),
      language: language.default('en'),
      timezone: timeZone.default('America/New_York'),
      /** Only a super admin names another organization than their own. */
      org_id: z.uuid().optional(),
    }),
    output: z.object({ user_id: z.uuid() }),
    errors: [
      'NotFound',
      'EmailExists',
      'UserExists',
      'UsernameNotAllowed',
      'NoPermission',
      'UserLimitReached',
      'UserWasDeleted',
    ],
  }),
  /** Lists users. `total` is 10,001 when there are more than 10,000, which are not counted. */
  getUserListForEp: call({
    who: callers.peopleAdmins,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      ...userMatchFields,
      ...sorting(['name', 'email', 'created_on', 'last_login'], 'created_on', 'desc'),
    }),
    output: listOf(User),
  }),
  /** Gets a user with everything that admins may know. */
  getUserDetail: call({
    who: callers.peopleAdmins,
    reads: true,
    input: userId,
    output: UserDetail,
    errors: ['UserNotFound'],
  }),
  /**
   * [CALL-078] Changes a user. An address can be corrected only before the user has set a password; the new one gets a
   * new link.
   */
  updateUser: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: z.object({
      user_id: z.uuid(),
      firstname: filled(80),
      lastname: filled(80),
      email: email.optional(),
      company_name: line(120),
      position: line(120),
      location: line(120),
      timezone: timeZone,
      language,
      tag_ids: z.array(z.uuid()).max(50).optional(),
      /**
       * [ENT-037] As `YYYY-MM-DD`; empty for an open side. What is left out stays. Only users within the term get in.
       */
      start_date: day.optional(),
      end_date: day.optional(),
    }),
    errors: ['UserNotFound', 'NoPermission', 'EmailExists', 'EmailNotYours', 'TagNotFound', 'UserLimitReached'],
  }),
  /** Ends the sessions of a user who loses a role; else their sockets reconnect. */
  updateUserRole: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: z.object({
      user_id: z.uuid(),
      role: z.enum(mainRoles),
      extra: z.array(z.enum(extraRoles)).max(extraRoles.length).default([]),
    }),
    errors: ['UserNotFound', 'NoPermission'],
  }),
  /**
   * [CALL-231] Deletes a user. Can be undone for 30 days. Fails for pitches that have not begun, without a
   * `hand_over_to`.
   */
  deleteUser: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: z.object({ user_id: z.uuid(), hand_over_to: z.uuid().optional() }),
    errors: ['UserNotFound', 'NoPermission', 'PitchesNeedOwner', 'NewOwnerNotAllowed'],
  }),
  /** Restores a deleted user. */
  restoreUser: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: userId,
    errors: ['UserNotFound', 'NoPermission', 'UserLimitReached'],
  }),
  /** Emails a new link to a user without a password, to set one; earlier links end. */
  resendActivation: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: userId,
    errors: ['UserNotFound', 'NoPermission', 'AlreadyActivated', 'AccountNotEnabled', 'UserLimitReached'],
  }),
  /** Disables an account, which ends its sessions, or enables it again. */
  setUserDisabled: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: z.object({ user_id: z.uuid(), disabled: z.boolean() }),
    errors: ['UserNotFound', 'NoPermission', 'UserLimitReached'],
  }),
  /** Signs a user out everywhere, at once, and leaves the account as it is: for a lost phone, a shared computer. */
  endUserSessions: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: userId,
    errors: ['UserNotFound', 'NoPermission'],
  }),
  /** CALL-084: removes a user's picture. */
  deleteUserAvatar: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: userId,
    errors: ['UserNotFound', 'NoPermission'],
  }),
  /** CALL-100: activates a user who has set a password but not confirmed their address. */
  activateAccountByAdmin: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: userId,
    errors: ['UserNotFound', 'NoPermission', 'AlreadyActivated', 'AccountNotEnabled', 'NoPasswordYet'],
  }),
  /** [CALL-098] Suggests a free username. */
  generateUsername: call({
    who: callers.peopleAdmins,
    reads: true,
    input: z.object({ email }),
    output: z.object({ username: z.string() }),
  }),
  /**
   * [CALL-099] Sets a temporary password for a user. A temporary password, only in this answer, valid for a week to
   * set a new one. Ends all sessions.
   */
  generateTemporaryPassword: call({
    // the password is stored only as a hash
    keepsAnswer: false,
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: userId,
    output: z.object({ username: z.string(), password: z.string(), until: instant }),
    errors: ['UserNotFound', 'NoPermission', 'AccountNotEnabled', 'UserLimitReached'],
  }),
}
