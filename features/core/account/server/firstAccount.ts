import { createOrganisation } from '#features/core/organisation/server/queries.ts'
import { rightNow } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { hashPassword } from './passwords.ts'
import { hasSuperadmin, insertAccount } from './queries.ts'

/** Creates the super admin, with an organization, in a database that has none. Two servers may start at once. */
export async function createFirstAccount(
  db: Database,
  { email, password }: { email: string; password: string },
): Promise<{ created: boolean }> {
  if (await hasSuperadmin(db)) return { created: false }
  const passwordHash = await hashPassword(password)
  return db.transaction(async inner => {
    if (await hasSuperadmin(inner, { wait: true })) return { created: false }
    const organisationId = await createOrganisation(inner, 'Rostrum')
    const row = await insertAccount(inner, {
      organisationId,
      email: email.toLowerCase(),
      username: 'superadmin',
      firstname: 'Super',
      lastname: 'Admin',
      roles: ['superadmin'],
      state: 'active',
      passwordHash,
      passwordChangedAt: rightNow(),
    })
    if (!row) throw new Error(`${email} or the user name superadmin belongs to an account that is no superadmin`)
    return { created: true }
  })
}
