import { and, arrayContains, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { pitch } from './tables.ts'

/**
 * [PERM-038, PERM-039] Co-hosts and moderators are known by their address, so a changed address is changed in their pitches
 * too.
 */
export async function followAddress(
  db: Transaction,
  organisationId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const own = eq(pitch.organisationId, organisationId)
  const coHosts = sql`array_replace(${pitch.coHosts}, ${from}, ${to})`
  const moderators = sql`array_replace(${pitch.moderators}, ${from}, ${to})`
  await db
    .update(pitch)
    .set({ coHosts })
    .where(and(own, arrayContains(pitch.coHosts, [from])))
  await db
    .update(pitch)
    .set({ moderators })
    .where(and(own, arrayContains(pitch.moderators, [from])))
}
