import { and, eq, lte } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { dropPicture } from '#server/pictures/pictures.ts'
import { account } from './tables.ts'

/**
 * The fields of an account that is deleted permanently. The row stays, because pitches, chats and commitments need its
 * id.
 */
const forgottenFields = {
  ...{ username: null, firstname: '', lastname: '', companyName: '', position: '', location: '' },
  ...{ mobile: null, mobileVerifiedAt: null, headImage: null, linkedinImage: null, linkedinProfileUrl: null },
  ...{ preferredTimezone: null, status: 'online' as const, passwordHash: null, emailConfirmedAt: null, config: {} },
  accreditedUntil: null,
  provisionalMember: false,
  accreditationPending: false,
  state: 'disabled' as const,
}

/** What a person was called and reached by until now. */
export interface Forgotten {
  readonly id: string
  readonly organisationId: string
  /** Lower case. */
  readonly email: string
  readonly username: string | null
  /** The address and, where there was one, the number. */
  readonly recipients: readonly string[]
}

/** The placeholder for a deleted address. */
export const forgottenAddress = (id: string): string => `deleted-${id}@deleted.invalid`

/**
 * Removes permanently what the account knows of a person who was deleted before an instant, and returns it, so that
 * other features can remove it too; undefined when they were not deleted, or were restored. Their address is free from
 * then on.
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
    .set({ ...forgottenFields, email: forgottenAddress(id) })
    .where(eq(account.id, id))
  await dropPicture(db, gone.headImage)
  await dropPicture(db, gone.linkedinImage)
  const { organisationId, email, username, mobile } = gone
  return { id, organisationId, email, username, recipients: mobile ? [email, mobile] : [email] }
}
