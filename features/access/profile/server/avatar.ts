import type { profileCalls } from '#features/access/profile/contract.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import { updateAccount } from '#features/core/account/server/queries.ts'
import { type Handler, prepares } from '#server/context.ts'
import { dropPicture, keepPicture, storeUpload } from '#server/pictures/pictures.ts'
import { personalInfo } from './personalInfo.ts'

export const updateAvatar = prepares<typeof profileCalls.updateAvatar, string>(
  ({ frame, actor, input }) => storeUpload(frame, input.file, 'face', actor),
  async ({ db, actor, now }, headImage) => {
    const { headImage: before } = await lockOwn(db, actor.accountId)
    await keepPicture(db, headImage)
    await dropPicture(db, before)
    await updateAccount(db, actor.accountId, { headImage }, now)
    return personalInfo(db, actor.accountId, now)
  },
)

/** [CALL-083] */
export const deleteAvatar: Handler<typeof profileCalls.deleteAvatar> = async ({ db, actor, now }) => {
  const { headImage } = await lockOwn(db, actor.accountId)
  await dropPicture(db, headImage)
  await updateAccount(db, actor.accountId, { headImage: null }, now)
  return personalInfo(db, actor.accountId, now)
}
