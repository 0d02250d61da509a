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

export const sessionCalls = {
  /** CALL-179: sign-in and, with a refresh token, renewal; answers in OAuth's own form and sets the cookies. */
  signIn: call({
    path: '/restapi/v1.4/oauth/token/pbx/',
    who: 'anyone',
    answer: 'bare',
    input: z.object({
      grant_type: z.enum(['password', 'refresh_token']),
      username: z.string().trim().min(1).max(254).optional(),
      password: z.string().trim().min(1).max(200).optional(),
      refresh_token: z.string().max(200).optional(),
    }),
    output: Tokens,
    errors: ['WrongNameOrPassword', 'AccountNotActivated', 'AccountNotEnabled', 'NoPermission', 'TokenExpired'],
  }),
  getUserInfoByToken: call({ path: 'token', who: callers.everyone, reads: true, input: z.object({}), output: Me }),
  writeLogout: call({ path: 'token', who: callers.everyone, input: z.object({}), output: z.object({}) }),
  getLoginLogList: call({
    path: 'token',
    who: ['superadmin', 'admin'],
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, content: line(100).optional() }),
    output: listOf(
      z.object({ id: z.number().int(), username: z.string(), description: z.string(), ip: z.string(), at: instant }),
    ),
  }),
}
