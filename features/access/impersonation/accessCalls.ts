import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { instant, line, listOf, paging } from '#contract/fields.ts'

/** [ENT-078] Somebody may act for another account of the same organisation. */
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

export const accessCalls = {
  /** [CALL-105, PERM-075] Lets a person act for an account; a repeat changes nothing. */
  createAccountAccess: call({
    path: 'token',
    who: ['superadmin', 'admin'],
    whileImpersonating: false,
    input: grant,
    output: z.object({}),
    errors: ['UserNotFound', 'AccountAccessForbidden'],
  }),
  /** [CALL-106] Takes the right back; one that is not there is gone already. */
  deleteAccountAccess: call({
    path: 'token',
    who: ['superadmin', 'admin'],
    whileImpersonating: false,
    input: grant,
    output: z.object({}),
  }),
  /** [CALL-107] Who may act for whom within the fence: of one person, for one account, or by a part of its name. */
  searchAccountList: call({
    path: 'token',
    who: ['superadmin', 'admin'],
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
  /** The accounts that the caller may act for. */
  getMyAccountAccess: call({
    path: 'token',
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging }),
    output: listOf(AccountAccess.pick({ account_id: true, account_name: true, account_email: true, created_on: true })),
  }),
}
