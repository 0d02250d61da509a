import { prove } from '#features/access/factor/server/proof.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { brokenUsernameRules } from '#features/core/account/rules.ts'
import { lockOwn, writeUnique } from '#features/core/account/server/profileQueries.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { type Handler, prepares } from '#server/context.ts'
import { personalInfo } from './personalInfo.ts'

const change: Handler<typeof profileCalls.changeUsername> = async context => {
  const { db, actor, input, now, fail } = context
  const { username } = input
  const [broken] = brokenUsernameRules(username)
  if (broken) return fail('UsernameNotAllowed', { username: broken })
  const { username: before } = await lockOwn(db, actor.accountId)
  if (username !== before) {
    // [RULE-021]
    if (!(await writeUnique(db, actor.accountId, { username }, now))) return fail('UsernameTaken')
    const detail = { from: before, to: username }
    await writeAudit(context, { action: 'account.changeUsername', subject: actor.accountId, detail })
  }
  return personalInfo(db, actor.accountId, now)
}

/**
 * [CALL-082] The one before signs nobody in any more, and somebody else may take it. Whoever found an open browser must
 * not take away the name that its owner signs in with.
 */
export const changeUsername = prepares<typeof profileCalls.changeUsername>(async call => {
  // what breaks a rule is refused for that, without a password
  if (brokenUsernameRules(call.input.username).length > 0) return
  const person = await findAccount(call.frame.db, call.actor.accountId)
  if (call.input.username !== person.username) await prove(call, person, call.input.current_pass)
}, change)
