import type { accountCalls } from '#features/account/contract.ts'
import type { Handler } from '#server/context.ts'
import { lockPerson } from './lockPerson.ts'
import { note, signOutEverywhere } from './userActs.ts'

export const endUserSessions: Handler<typeof accountCalls.endUserSessions> = async context => {
  const person = await lockPerson(context, context.input.user_id)
  await signOutEverywhere(context, person)
  await note(context, 'account.signOut', person)
  return {}
}
