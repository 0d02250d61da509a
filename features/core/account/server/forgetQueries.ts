import { and, eq, lte } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { dropPicture } from '#server/pictures/pictures.ts'
import { account } from './tables.ts'

/** What an account is like of which nothing but what others need is left: its pitches, chats and commitments stay. */
const nobody = {
  ...{ username: null, firstname: '', lastname: '', companyName: '', position: '', location: '' },
  ...{ mobile: null, mobileVerifiedAt: null, headImage: null, linkedinImage: null, linkedinProfileUrl: null },
  ...{ preferredTimezone: null, status: 'online' as const, passwordHash: null, emailConfirmedAt: null, config: {} },
  state: 'disabled' as const,
}

/** Somebody as they were called and reached until now. */
export interface Forgotten {
  readonly id: string
  readonly organisationId: string
  /** Lower case. */
  readonly email: string
  readonly username: string | null
  /** The address and, where there was one, the number. */
  readonly recipients: readonly string[]
}

/** What stands where somebody's address was. */
export const forgottenAddress = (id: string): string => `deleted-${id}@deleted.invalid`

/**
 * Removes for good what the account knows of somebody who was deleted before an instant, and answers what that was, for
 * whatever else holds it; undefined when they were not, or are back. Their address is free from then on.
 */
export async function forgetPerson(db: Transaction, id: string, before: Date): Promise<Forgotten | undefined> {
  const [gone] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, id), lte(account.deletedAt, before)))
    .for('no key update')
  if (!gone) return undefined
  await db
    .update(account)
    .set({ ...nobody, email: forgottenAddress(id) })
    .where(eq(account.id, id))
  await dropPicture(db, gone.headImage)
  await dropPicture(db, gone.linkedinImage)
  const { organisationId, email, username, mobile } = gone
  return { id, organisationId, email, username, recipients: mobile ? [email, mobile] : [email] }
}
