import type { profileCalls } from '#features/access/profile/contract.ts'
import { brokenUsernameRules } from '#features/core/account/rules.ts'
import { findAccount, findAccountByUsername } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { freeNamesLike } from './freeNames.ts'

export const checkUsername: Handler<typeof profileCalls.checkUsername> = async ({ db, actor, input }) => {
  const { username } = input
  const person = await findAccount(db, actor.accountId)
  if (username === person.username) return { state: 'own', suggestions: [] }
  if (brokenUsernameRules(username).length > 0)
    return { state: 'notAllowed', suggestions: await freeNamesLike(db, username, person) }
  const holder = await findAccountByUsername(db, username)
  if (!holder || holder.id === person.id) return { state: 'free', suggestions: [] }
  return { state: 'taken', suggestions: await freeNamesLike(db, username, person) }
}
