import { sql } from 'drizzle-orm'
import { policyPath, policyVersions } from '#features/access/policy/rules.ts'
import { policyTypes } from '#features/core/site/rules.ts'
import type { Database } from '#server/db/database.ts'
import type { TestClient } from './startStack.ts'

/** A person agrees to the policies that the console asks them for. */
export async function agree(me: Pick<TestClient, 'getUserInfoByToken' | 'agreePolicy'>): Promise<void> {
  const { policy_pending, policy_versions, email } = await me.getUserInfoByToken({})
  for (const policy_type of policy_pending) {
    const file_path = policyPath(policy_type, policy_versions?.[policy_type])
    await me.agreePolicy({ username: email, policy_type, file_path })
  }
}

/** The agreements of all accounts that there are, for people who were written into the tables. */
export async function everybodyAgrees(db: Database): Promise<void> {
  for (const type of policyTypes)
    await db.execute(sql`
      insert into policy_agreement (account_id, policy_type, version, file_path, at, ip)
      select id, ${type}, ${policyVersions[type]}, ${policyPath(type)}, now(), '127.0.0.1' from account
      on conflict do nothing`)
}
