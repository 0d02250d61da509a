import type { usersCalls } from '#features/admin/users/contract.ts'
import { updateAccount } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { lockPerson } from './lockPerson.ts'
import { note } from './userActs.ts'

/** CALL-100 [STATE-073] */
export const activateAccountByAdmin: Handler<typeof usersCalls.activateAccountByAdmin> = async context => {
  const { db, input, now, fail } = context
  const person = await lockPerson(context, input.user_id)
  if (person.state === 'active') return fail('AlreadyActivated')
  if (person.state === 'disabled') return fail('AccountNotEnabled')
  if (person.passwordHash === null) return fail('NoPasswordYet')
  await updateAccount(db, person.id, { state: 'active' }, now)
  await note(context, 'account.activate', person)
  return {}
}
