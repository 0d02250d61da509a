import { z } from 'zod'
import { call, callers, roles } from '#contract/call.ts'
import { instant, language, line, listOf, paging } from '#contract/fields.ts'
import { accessCalls } from '#features/access/impersonation/accessCalls.ts'
import { impersonationCalls, impersonationFields } from '#features/access/impersonation/impersonationCalls.ts'
import { loginOutcomes } from '#features/access/session/outcomes.ts'
import { ownSessionCalls } from '#features/access/session/ownSessionCalls.ts'
import { factorKinds, stepStatuses } from '#features/core/account/factorRules.ts'
import { policyTypes } from '#features/core/site/rules.ts'

export { type LoginOutcome, loginOutcomes } from '#features/access/session/outcomes.ts'

const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds. */
  expires_in: z.number().int(),
})

/** The person who is signed in, as their browser needs to know them. */
export const Me = z.object({
  user_id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  username: z.string(),
  email: z.string(),
  head_image: z.string(),
  roles: z.array(z.enum([...roles, 'attendee'])),
  is_vc: z.boolean(),
  org_id: z.uuid(),
  org_name: z.string(),
  /** The zone in which they read times. */
  timezone: z.string(),
  language,
  /** [STATE-096] Minutes without a click after which a browser signs out, as the organisation has it. */
  session_timeout: z.number().int(),
  /** Where questions go; empty when nobody has said. */
  support_email: z.string(),
  /** [PROD-053] Whether the organisation lets its people use the console on phones. */
  mobile_access: z.boolean(),
  /** [ENT-049, SHELL-002] The stored picture for the top bar, below `/webapi/`; empty without one. */
  company_header_logo2: z.string(),
  /** The password is older than the organisation allows: every call answers PasswordExpired until it is changed. */
  is_password_expired: z.boolean(),
  /** The password is somebody else's work, such as an administrator's: the same follows. */
  prompt_reset_password: z.boolean(),
  /** [SCREEN-042] The texts that the person has yet to agree to, in the version of today. */
  policy_pending: z.array(z.enum(policyTypes)),
  /** While there are any: their versions of today, and whether the person has agreed to an earlier one of each. */
  policy_versions: z.object({ terms_of_service: z.string(), privacy_policy: z.string() }).optional(),
  policy_renewed: z.boolean().optional(),
  /** [ENT-033] Where the second step stands, and the factor that is asked for first; see features/core/account/factorRules.ts. */
  tl_2fa_status: z.enum(stepStatuses),
  tl_2fa_primary: z.enum([...factorKinds, '']),
  /** When somebody who manages people, and has no factor, is made to set one at a sign-in; they are asked until then. */
  factor_due: instant.optional(),
  /** The pitch that a join session opens. */
  pitch_uuid: z.uuid().optional(),
  ...impersonationFields,
})
export type Me = z.infer<typeof Me>

/** [ENT-077] An attempt to sign in, as the login log has it. */
export const LoginLogEntry = z.object({
  id: z.number().int(),
  /** As it was typed. */
  username: z.string(),
  description: z.enum(loginOutcomes),
  ip: z.string(),
  at: instant,
})
export type LoginLogEntry = z.infer<typeof LoginLogEntry>

export const sessionCalls = {
  ...impersonationCalls,
  ...accessCalls,
  /** CALL-179: sign-in and, with a refresh token, renewal; answers in OAuth's own form and sets the cookies. */
  signIn: call({
    path: '/restapi/v1.4/oauth/token/pbx/',
    who: 'anyone',
    whileImpersonating: false,
    answer: 'bare',
    input: z.object({
      grant_type: z.enum(['password', 'refresh_token']),
      /** [RULE-001, RULE-002] Of the grant `password`: a user name or an e-mail address, and the password; trimmed. */
      username: line(254).optional(),
      password: z.string().trim().max(200).optional(),
      /** Of the grant `refresh_token`; a browser sends its cookie instead. */
      refresh_token: z.string().max(200).optional(),
    }),
    output: Tokens,
    errors: [
      'WrongNameOrPassword',
      'AccountNotActivated',
      'AccountNotEnabled',
      'NoPermission',
      'TemporaryPasswordExpired',
      'TokenExpired',
      'NotSignedIn',
    ],
  }),
  /** CALL-208: who is signed in, or was let in to one pitch. */
  getUserInfoByToken: call({
    path: 'token',
    who: callers.everyone,
    reads: true,
    whilePending: true,
    input: z.object({}),
    output: Me,
  }),
  /** CALL-209: ends the session and takes its cookies back. */
  writeLogout: call({
    path: 'token',
    who: callers.everyone,
    whilePending: true,
    input: z.object({}),
    output: z.object({}),
  }),
  /** Attempts to sign in to the own organisation; a superadmin sees all. `content` searches name and address. */
  getLoginLogList: call({
    path: 'token',
    who: ['superadmin', 'admin'],
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      content: line(100).optional(),
      description: z.enum(loginOutcomes).optional(),
      sort: z.enum(['at', 'username', 'ip']).default('at'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: listOf(LoginLogEntry),
  }),
  ...ownSessionCalls,
}
