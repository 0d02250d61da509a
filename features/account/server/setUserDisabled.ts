import type { accountCalls } from '#features/account/contract.ts'
import { mayManage } from '#features/account/rules.ts'
import { writeAudit } from '#features/audit/server/writeAudit.ts'
import { endSessions } from '#features/session/server/endSessions.ts'
import type { Handler } from '#server/context.ts'
import { type AccountRow, lockAccount, updateAccount } from './queries.ts'

/** [STATE-074] Nobody disables themselves: the last superadmin could not be let in again. */
export const setUserDisabled: Handler<typeof accountCalls.setUserDisabled> = async context => {
  const { db, input, actor, now, fail } = context
  const person = (await lockAccount(db, actor, input.user_id)) ?? fail('UserNotFound')
  if (person.id === actor.accountId || !mayManage(actor.roles, person.roles)) return fail('NoPermission')
  if ((person.state === 'disabled') === input.disabled) return {}
  await updateAccount(db, person.id, { state: input.disabled ? 'disabled' : stateBefore(person) }, now)
  if (input.disabled) {
    await endSessions(context, { accountId: person.id })
    context.afterCommit(() => context.frame.rooms.disconnect({ accountId: person.id }))
  }
  const action = input.disabled ? 'account.disable' : 'account.enable'
  await writeAudit(context, { action, subject: person.id, organisationId: person.organisationId })
  return {}
}

/** What somebody was before they were disabled can be told from what they have. */
function stateBefore(person: AccountRow): AccountRow['state'] {
  if (person.passwordHash) return 'active'
  return person.username ? 'awaiting' : 'invited'
}
