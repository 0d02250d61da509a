import type { usersCalls } from '#features/admin/users/contract.ts'
import { updateAccount } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { dropPicture } from '#server/pictures/pictures.ts'
import { lockPerson } from './lockPerson.ts'
import { note } from './userActs.ts'

/** [CALL-084] A picture that does not belong there goes; the person may choose another. */
export const deleteUserAvatar: Handler<typeof usersCalls.deleteUserAvatar> = async context => {
  const { db, input, now } = context
  const person = await lockPerson(context, input.user_id)
  for (const picture of [person.headImage, person.linkedinImage]) await dropPicture(db, picture)
  await updateAccount(db, person.id, { headImage: null, linkedinImage: null }, now)
  await note(context, 'account.deleteAvatar', person)
  return {}
}
