import type { accountCalls } from '#features/admin/users/contract.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import { updateAccount } from '#features/core/account/server/queries.ts'
import { type Handler, prepares } from '#server/context.ts'
import { dropPicture, keepPicture, storedUpload, storeUpload } from '#server/pictures/pictures.ts'
import { personalInfo } from './personalInfo.ts'

export const updateAvatar: Handler<typeof accountCalls.updateAvatar> = prepares(
  ({ frame, input }) => storeUpload(frame, input.file, 'face'),
  async ({ db, actor, input, now }) => {
    const { headImage: before } = await lockOwn(db, actor.accountId)
    const headImage = storedUpload(input.file)
    await keepPicture(db, headImage)
    await dropPicture(db, before)
    await updateAccount(db, actor.accountId, { headImage }, now)
    return personalInfo(db, actor.accountId, now)
  },
)
