import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { filled, instant, line, listOf, paging, sorting } from '#contract/fields.ts'

/** What came of an attempt to sign in: it worked, or the code of the error. */
export const loginOutcomes = [
  'signedIn',
  'WrongNameOrPassword',
  'AccountNotActivated',
  'AccountNotEnabled',
  'NoPermission',
  'TemporaryPasswordExpired',
  'TooManyRequests',
] as const
export type LoginOutcome = (typeof loginOutcomes)[number]

/** Where tokens are given and renewed: the one address that a browser's refresh token travels to. */
export const TOKEN_PATH = '/restapi/v1.4/oauth/token/pbx/'

/** An open session. Browser and system are proper names, empty when the browser hides them. */
const OwnSession = z.object({
  id: z.uuid(),
  browser: z.string(),
  system: z.string(),
  device: z.enum(['computer', 'phone', 'tablet', 'program']),
  ip: z.string(),
  since: instant,
  /** At most a minute old. */
  last_used: instant,
  /** The one that asks. */
  is_this: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

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

/** An attempt to sign in to one's own account. */
const OwnAttempt = z.object({ description: z.enum(loginOutcomes), ip: z.string(), at: instant })

/** What people see of sessions and sign-ins, and end. */
export const sessionCalls = {
  /** [CALL-209] Signs the caller out. Ends the session and takes its cookies back. */
  writeLogout: call({
    who: callers.everyone,
    whilePending: true,
  }),
  /**
   * Lists the sign-in attempts of the caller's organization; a super admin sees all. `content` searches name and
   * address.
   */
  getLoginLogList: call({
    who: callers.admins,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      content: line(100).optional(),
      description: z.enum(loginOutcomes).optional(),
      ...sorting(['at', 'username', 'ip'], 'at', 'desc'),
    }),
    output: listOf(LoginLogEntry),
  }),
  /**
   * [CALL-117] Accepts a program's account of the caller's own sign-in. The server writes the login log itself: what a
   * caller says of it adds nothing, and the address is always the one that the server saw.
   */
  createLoginLog: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ username: filled(254), description: z.enum(loginOutcomes), ip: line(45).optional() }),
    errors: ['NoPermission'],
  }),
  /**
   * [CALL-207] Describes the caller's last sign-in. When and from where one signed in last before this time, and what
   * was tried since.
   */
  getLoginInfo: call({
    who: callers.people,
    reads: true,
    output: z.object({
      /** The sign-in before the newest one; null when there was none. */
      last_login: OwnAttempt.nullable(),
      /** Failed attempts under the caller's name since then. */
      failed_since: z.number().int().min(0),
      /** Newest first. */
      recent: z.array(OwnAttempt).max(10),
    }),
  }),
  /** Lists the caller's sessions: the current one first, then by last use. */
  getSessionList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    output: listOf(OwnSession),
  }),
  /** Ends other sessions. Only `writeLogout` ends the caller's own session. */
  endSession: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ session_id: z.uuid() }),
    errors: ['IllegalOperation', 'NotFound'],
  }),
  /** Ends all other sessions of the caller. */
  endOtherSessions: call({
    who: callers.people,
    whileImpersonating: false,
    output: z.object({ ended: z.number().int() }),
  }),
}
