import { and, eq } from 'drizzle-orm'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import type { Transaction } from '#server/db/database.ts'
import { investorProfile, invitation, registrationRequest } from './tables.ts'

/** Removes for good how somebody came and what they said of themselves. */
export async function purgeRegistrations(db: Transaction, { id, email, organisationId }: Forgotten): Promise<void> {
  await db.delete(investorProfile).where(eq(investorProfile.accountId, id))
  await db.delete(invitation).where(and(eq(invitation.organisationId, organisationId), eq(invitation.email, email)))
  await db.delete(registrationRequest).where(eq(registrationRequest.email, email))
}
