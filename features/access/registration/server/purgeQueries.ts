import { and, eq } from 'drizzle-orm'
import {
  investorProfile,
  invitation,
  policyAgreement,
  registrationRequest,
} from '#features/access/policy/server/tables.ts'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import type { Transaction } from '#server/db/database.ts'

/**
 * Removes for good how somebody came and what they said of themselves. That they agreed to a text stays, because it has
 * to be shown later; from where they did does not.
 */
export async function purgeRegistrations(db: Transaction, { id, email, organisationId }: Forgotten): Promise<void> {
  await db.delete(investorProfile).where(eq(investorProfile.accountId, id))
  await db.delete(invitation).where(and(eq(invitation.organisationId, organisationId), eq(invitation.email, email)))
  await db.delete(registrationRequest).where(eq(registrationRequest.email, email))
  await db.update(policyAgreement).set({ ip: '' }).where(eq(policyAgreement.accountId, id))
}
