import type { accountCalls } from '#features/account/contract.ts'
import { writeAudit } from '#features/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { lockPerson } from './lockPerson.ts'
import { signOutEverywhere } from './userActs.ts'

export const endUserSessions: Handler<typeof accountCalls.endUserSessions> = async context => {
  const person = await lockPerson(context, context.input.user_id)
  await signOutEverywhere(context, person)
  const { id: subject, organisationId } = person
  await writeAudit(context, { action: 'account.signOut', subject, organisationId })
  return {}
}
