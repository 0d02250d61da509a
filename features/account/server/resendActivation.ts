import type { accountCalls } from '#features/account/contract.ts'
import { writeAudit } from '#features/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { freeUsername, mailPasswordLink } from './activation.ts'
import { lockAccount, updateAccount } from './queries.ts'

export const resendActivation: Handler<typeof accountCalls.resendActivation> = async context => {
  const { db, input, actor, now, fail } = context
  const person = (await lockAccount(db, actor, input.user_id)) ?? fail('UserNotFound')
  if (person.state === 'active') return fail('AlreadyActivated')
  if (person.state === 'disabled') return fail('AccountNotEnabled')
  const username = person.username ?? (await freeUsername(db, person.email))
  const awaiting = await updateAccount(db, person.id, { state: 'awaiting', username }, now)
  await mailPasswordLink(context, awaiting)
  const { organisationId } = person
  await writeAudit(context, { action: 'account.resendActivation', subject: person.id, organisationId })
  return {}
}
