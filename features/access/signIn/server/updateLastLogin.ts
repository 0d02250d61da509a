import type { signInCalls } from '#features/access/signIn/contract.ts'
import { findAccount, noteSignIn } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'

/** `admit` notes every sign-in already, so a stranger's word is worth nothing here; the own one does no harm. */
export const updateLastLogin: Handler<typeof signInCalls.updateLastLogin> = async ({ db, actor, input, now }) => {
  if (!actor || actor.impersonatorId || actor.pitchId !== undefined) return {}
  const { username, email } = await findAccount(db, actor.accountId)
  const named = input.username.toLowerCase()
  if (named === username?.toLowerCase() || named === email) await noteSignIn(db, actor.accountId, now)
  return {}
}
