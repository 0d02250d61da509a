import { z } from 'zod'
import { call, callers, roles } from '#contract/call.ts'
import { instant, language, line, listOf, paging } from '#contract/fields.ts'

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
  timezone: z.string(),
  language,
  /** Minutes. */
  session_timeout: z.number().int(),
  /** The pitch that a join session opens. */
  pitch_uuid: z.uuid().optional(),
})
export type Me = z.infer<typeof Me>

/** What came of an attempt to sign in: it worked, or the code of the error. */
export const loginOutcomes = [
  'signedIn',
  'WrongNameOrPassword',
  'AccountNotActivated',
  'AccountNotEnabled',
  'NoPermission',
  'TooManyRequests',
] as const
export type LoginOutcome = (typeof loginOutcomes)[number]

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
  /** CALL-179: sign-in and, with a refresh token, renewal; answers in OAuth's own form and sets the cookies. */
  signIn: call({
    path: '/restapi/v1.4/oauth/token/pbx/',
    who: 'anyone',
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
    errors: ['WrongNameOrPassword', 'AccountNotActivated', 'AccountNotEnabled', 'NoPermission', 'TokenExpired'],
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
  /** Attempts to sign in to the own organisation, newest first; a superadmin sees all. `content` searches them. */
  getLoginLogList: call({
    path: 'token',
    who: ['superadmin', 'admin'],
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, content: line(100).optional() }),
    output: listOf(LoginLogEntry),
  }),
}
