import type { usersCalls } from '#features/admin/users/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { newToken } from '#server/tokens.ts'
import { insertExport } from './taskQueries.ts'
import { selectedIds } from './userQueries.ts'

/** Long enough for a slow machine to begin the download. */
const LEADS_MS = 5 * 60_000

/** The export is noted when it is asked for; the rows are read when the address is opened. */
export const exportUsers: Handler<typeof usersCalls.exportUsers> = async context => {
  const { db, input, actor, now, fail } = context
  const { format, user_ids, matching, except_ids } = input
  const selection = { user_ids, matching, except_ids }
  const some = await selectedIds(db, actor, selection, { limit: 1 })
  if (some.length === 0) return fail('NobodySelected')
  const { token, hash } = newToken()
  const expiresAt = new Date(now.getTime() + LEADS_MS)
  await insertExport(db, { tokenHash: hash, accountId: actor.accountId, format, selection, expiresAt })
  const chosen = user_ids ? { people: user_ids.length } : { matching: matching ?? {} }
  await writeAudit(context, { action: 'account.export', subject: format, detail: chosen })
  return { url: `/users/exports/${token}` }
}
