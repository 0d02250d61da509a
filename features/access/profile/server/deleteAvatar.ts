import type { profileCalls } from '#features/access/profile/contract.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import { updateAccount } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { dropPicture } from '#server/pictures/pictures.ts'
import { personalInfo } from './personalInfo.ts'

/** [CALL-083] */
export const deleteAvatar: Handler<typeof profileCalls.deleteAvatar> = async ({ db, actor, now }) => {
  const { headImage } = await lockOwn(db, actor.accountId)
  await dropPicture(db, headImage)
  await updateAccount(db, actor.accountId, { headImage: null }, now)
  return personalInfo(db, actor.accountId, now)
}
