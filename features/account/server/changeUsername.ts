import type { accountCalls } from '#features/account/contract.ts'
import { brokenUsernameRules } from '#features/account/rules.ts'
import { writeAudit } from '#features/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { personalInfo } from './personalInfo.ts'
import { lockOwn, writeUnique } from './profileQueries.ts'

/** [CALL-082] The one before signs nobody in any more, and somebody else may take it. */
export const changeUsername: Handler<typeof accountCalls.changeUsername> = async context => {
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
