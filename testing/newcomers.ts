import { eq } from 'drizzle-orm'
import { policyVersions } from '#features/access/policy/rules.ts'
import { agreeToAll } from '#features/access/policy/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import type { Stack } from './startStack.ts'

let made = 0

/** A person of the admin's organisation that no other test uses: an active investor, unless `values` say otherwise. */
export async function addNewcomer(
  { db, people }: Pick<Stack, 'db' | 'people'>,
  values: Partial<typeof account.$inferInsert> = {},
) {
  const name = `acts${++made}x`
  const { organisationId } = people.admin
  const own = { email: `${name}@quill.test`, username: name, firstname: 'New', lastname: String(made) }
  const [row] = await db
    .insert(account)
    .values({ organisationId, ...own, roles: ['vc'], state: 'active', ...values })
    .returning()
  if (!row) throw new Error('no account was created')
  await agreeToAll(db, policyVersions, { accountId: row.id, at: new Date(), ip: '127.0.0.1' })
  return row
}

/** The audit log's entries about a person or thing. */
export const deedsOn = async ({ db }: Pick<Stack, 'db'>, subject: string): Promise<string[]> =>
  (await db.select().from(auditEntry).where(eq(auditEntry.subject, subject))).map(({ action }) => action)
