import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Language } from '#contract/fields.ts'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import type { Invitee } from '#features/core/pitch/fields.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { contains, type Paging, pageOf } from '#server/lists.ts'
import { waitingInvitee } from './tables.ts'

/**
 * Adds people who are invited once a pitch is approved; those already added stay unchanged. Returns how many are new.
 */
export async function keepWaiting(
  db: Transaction,
  { id: pitchId, organisationId }: PitchRow,
  people: readonly z.output<typeof Invitee>[],
  inviterLanguage: Language | undefined,
): Promise<number> {
  const rows = people.map(person => ({ ...person, pitchId, organisationId, inviterLanguage: inviterLanguage ?? null }))
  return (await insertMany(db, waitingInvitee, rows, ['id'])).length
}

export function listWaiting(
  db: Database | Transaction,
  pitchId: number,
  asked: Paging & { name?: string | undefined },
) {
  const { name, ...paging } = asked
  const { email, firstname, lastname } = waitingInvitee
  const people = db
    .select()
    .from(waitingInvitee)
    .where(and(eq(waitingInvitee.pitchId, pitchId), contains(name, email, firstname, lastname)))
  return pageOf(db, people, paging, [waitingInvitee.email, waitingInvitee.id])
}

export async function deleteWaiting(db: Transaction, pitchId: number, id: string): Promise<boolean> {
  const is = and(eq(waitingInvitee.pitchId, pitchId), eq(waitingInvitee.id, id))
  return (await db.delete(waitingInvitee).where(is).returning({ id: waitingInvitee.id })).length > 0
}

/** Everyone who waits for the approval of a pitch. */
export const allWaiting = (db: Transaction, pitchId: number) =>
  db.select().from(waitingInvitee).where(eq(waitingInvitee.pitchId, pitchId))

/** Changes the name or the language under which someone waits. */
export async function editWaiting(
  db: Transaction,
  id: string,
  changes: Partial<Pick<typeof waitingInvitee.$inferSelect, 'firstname' | 'lastname' | 'language'>>,
): Promise<void> {
  await db.update(waitingInvitee).set(changes).where(eq(waitingInvitee.id, id))
}

/** Only people with these addresses go on waiting; returns how many do not. */
export async function keepWaitingOnly(db: Transaction, pitchId: number, emails: readonly string[]): Promise<number> {
  const others = sql`${waitingInvitee.email} <> all(${sql.param([...emails])}::text[])`
  const gone = await db
    .delete(waitingInvitee)
    .where(and(eq(waitingInvitee.pitchId, pitchId), others))
    .returning()
  return gone.length
}

/** Removes and answers everyone who waits. */
export const takeWaiting = (db: Transaction, pitchId: number) =>
  db.delete(waitingInvitee).where(eq(waitingInvitee.pitchId, pitchId)).returning()

/** Removes a deleted account's address. */
export async function purgeWaiting(db: Transaction, { email, organisationId }: Forgotten): Promise<void> {
  await db
    .delete(waitingInvitee)
    .where(and(eq(waitingInvitee.email, email), eq(waitingInvitee.organisationId, organisationId)))
}
