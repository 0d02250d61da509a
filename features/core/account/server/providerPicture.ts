import type { Transaction } from '#server/db/database.ts'
import { dropPicture, keepPicture } from '#server/pictures/pictures.ts'
import { lockOwn } from './profileQueries.ts'
import { updateAccount } from './queries.ts'

/**
 * [ENT-043] Gives somebody the picture that a provider has of them: `key` is what `storePictureFrom` answered, before
 * the transaction. It is shown until they choose one themselves.
 */
export async function giveProviderPicture(db: Transaction, accountId: string, key: string, now: Date): Promise<void> {
  const { linkedinImage: before } = await lockOwn(db, accountId)
  await keepPicture(db, key)
  await dropPicture(db, before)
  await updateAccount(db, accountId, { linkedinImage: key }, now)
}
