import type { usersCalls } from '#features/admin/users/contract.ts'
import { updateAccount } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { dropPicture } from '#server/pictures/pictures.ts'
import { lockPerson } from './lockPerson.ts'
import { changeRole, deletePerson, note, resend, restorePerson, setDisabled, signOutPerson } from './userActs.ts'

export const setUserDisabled: Handler<typeof usersCalls.setUserDisabled> = async context => {
  await setDisabled(context, context.input.user_id, context.input.disabled)
  return {}
}

export const updateUserRole: Handler<typeof usersCalls.updateUserRole> = async context => {
  const { user_id, role, extra } = context.input
  await changeRole(context, user_id, role, extra)
  return {}
}

/** CALL-231 */
export const deleteUser: Handler<typeof usersCalls.deleteUser> = async context => {
  await deletePerson(context, context.input.user_id, context.input.hand_over_to)
  return {}
}

export const restoreUser: Handler<typeof usersCalls.restoreUser> = async context => {
  await restorePerson(context, context.input.user_id)
  return {}
}

export const resendActivation: Handler<typeof usersCalls.resendActivation> = async context => {
  await resend(context, context.input.user_id)
  return {}
}

export const endUserSessions: Handler<typeof usersCalls.endUserSessions> = async context => {
  await signOutPerson(context, context.input.user_id)
  return {}
}

/** [CALL-084] Removes an unsuitable picture; the user may choose another. */
export const deleteUserAvatar: Handler<typeof usersCalls.deleteUserAvatar> = async context => {
  const { db, input, now } = context
  const person = await lockPerson(context, input.user_id)
  for (const picture of [person.headImage, person.linkedinImage]) await dropPicture(db, picture)
  await updateAccount(db, person.id, { headImage: null, linkedinImage: null }, now)
  await note(context, 'account.deleteAvatar', person)
  return {}
}

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
