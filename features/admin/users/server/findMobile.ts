import { findFactorOfKind } from '#features/access/factor/server/queries.ts'
import { mobileNumber } from '#features/core/account/mobile.ts'
import type { AccountRow } from '#features/core/account/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'

/** The number that somebody has confirmed as a factor, else the one of their profile. */
export async function findMobile(db: Database | Transaction, person: AccountRow): Promise<string | undefined> {
  const confirmed = await findFactorOfKind(db, person.id, 'sms')
  return confirmed?.mobile ?? mobileNumber(person.mobile ?? '')
}
