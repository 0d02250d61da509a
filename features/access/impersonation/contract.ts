import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging } from '#contract/fields.ts'

/** [ENT-078] The right of one account to act for another of the same organization. */
const AccountAccess = z.object({
  /** Who may act. */
  user_id: z.uuid(),
  user_name: z.string(),
  user_email: z.string(),
  /** For whom. */
  account_id: z.uuid(),
  account_name: z.string(),
  account_email: z.string(),
  created_on: instant,
})
export type AccountAccess = z.infer<typeof AccountAccess>

const grant = z.object({ user_id: z.uuid(), account_id: z.uuid() })

/** Why an impersonation ended, for the audit log. */
const endings = ['signOut', 'banner', 'unload', 'timer'] as const

export const impersonationCalls = {
  /**
   * [CALL-103, PERM-074] Acts as another person for 30 minutes at most, on top of the caller's own session, which stays
   * as it is. A browser gets a cookie; a program that sends `Authorization: Bearer` gets a token in the answer.
   */
  startImpersonate: call({
    who: ['superadmin'],
    whileImpersonating: false,
    input: z.object({
      user_id: z.uuid(),
      /** Why, for the audit log: it is written there before anything starts. */
      reason: line(500).pipe(z.string().min(5, { error: 'tooShort' })),
    }),
    output: z.object({
      impersonate_userid: z.uuid(),
      impersonate_until: instant,
      /** Empty for a browser: no script reads it. */
      access_token: z.string(),
    }),
    errors: ['UserNotFound', 'ImpersonationForbidden', 'AccountNotActivated', 'AccountNotEnabled'],
  }),
  /** [CALL-104] Returns to the caller's own session. Ending an ended impersonation is not an error. */
  endImpersonate: call({
    who: callers.people,
    input: z.object({
      how: z.enum(endings).default('banner'),
      /** Whom the page acted as: a page that closes late does not end what another one has begun. */
      user_id: z.uuid().optional(),
    }),
  }),
  /** [CALL-105, PERM-075] Lets a person act for an account; a repeat changes nothing. */
  createAccountAccess: call({
    who: callers.admins,
    whileImpersonating: false,
    input: grant,
    errors: ['UserNotFound', 'AccountAccessForbidden'],
  }),
  /** [CALL-106] Revokes the right; a missing one counts as revoked. */
  deleteAccountAccess: call({
    who: callers.admins,
    whileImpersonating: false,
    input: grant,
  }),
  /**
   * [CALL-107] Lists who may act for whom in the caller's organization: of one user, for one account, or by a part of
   * its name.
   */
  searchAccountList: call({
    who: callers.admins,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      user_id: z.uuid().optional(),
      account_id: z.uuid().optional(),
      account_name: line(100).optional(),
    }),
    output: listOf(AccountAccess),
  }),
  /** Lists the accounts that the caller may act for. */
  getMyAccountAccess: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging }),
    output: listOf(AccountAccess.pick({ account_id: true, account_name: true, account_email: true, created_on: true })),
  }),
}
