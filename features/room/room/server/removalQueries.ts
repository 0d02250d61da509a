import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import type { PitchRow } from '#features/core/part/server/access.ts'
import { holdRight } from '#features/core/part/server/rightHolding.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { isHere } from '#features/room/room/server/stays.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type Paging, pageOf } from '#server/lists.ts'

type Db = Database | Transaction

// Being removed from a live room is a mark on the attendee: no link, no session and no second account gets past it.

/** Whether somebody was removed from the room of that pitch (its uuid or its id) and not let in again. */
export async function wasRemoved(db: Db, of: string | number, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: attendee.id })
    .from(attendee)
    .innerJoin(pitch, eq(pitch.id, attendee.pitchId))
    .where(
      and(
        typeof of === 'string' ? eq(pitch.uuid, of) : eq(pitch.id, of),
        eq(attendee.accountId, accountId),
        isNotNull(attendee.removedAt),
      ),
    )
  return row !== undefined
}

/**
 * Marks somebody as removed. Who came without an invitation, because the pitch is public or was, becomes an attendee for it.
 * False when no such person can be in this room.
 */
export async function markRemoved(
  db: Transaction,
  on: Pick<PitchRow, 'id' | 'organisationId' | 'isPublic'>,
  accountId: string,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  // what they are about to do there is done before, or not at all
  await holdRight(db, { pitchId: on.id, accountId }, 'alone')
  const mark = { removedAt: now, removedBy: by }
  const known = await db
    .update(attendee)
    .set(mark)
    .where(and(eq(attendee.pitchId, on.id), eq(attendee.accountId, accountId)))
    .returning({ id: attendee.id })
  if (known.length > 0) return true
  const mayCome = on.isPublic ? eq(account.organisationId, on.organisationId) : undefined
  const [person] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, accountId), or(mayCome, isHere(on.id, account.id))))
  if (!person) return false
  const { email, firstname, lastname, language } = person
  const row = { pitchId: on.id, organisationId: on.organisationId, accountId, email, firstname, lastname, language }
  await db
    .insert(attendee)
    .values({ ...row, ...mark })
    .onConflictDoUpdate({ target: [attendee.pitchId, attendee.accountId], set: mark })
  return true
}

/** Who was removed from a room and not let in again, the last first, and by whom. */
export async function listRemoved(
  db: Db,
  pitchId: number,
  paging: Paging,
): Promise<{ rows: { accountId: string; removedAt: Date; removedBy: string | null }[]; total: number }> {
  const removed = db
    .select({ accountId: attendee.accountId, removedAt: attendee.removedAt, removedBy: attendee.removedBy })
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), isNotNull(attendee.removedAt)))
  const { items, total } = await pageOf(db, removed, paging, [desc(attendee.removedAt), attendee.accountId])
  return { rows: items.flatMap(({ removedAt, ...row }) => (removedAt ? [{ ...row, removedAt }] : [])), total }
}

/** Takes the mark away. False when this person has none. */
export async function unmarkRemoved(db: Transaction, pitchId: number, accountId: string): Promise<boolean> {
  const rows = await db
    .update(attendee)
    .set({ removedAt: null, removedBy: null })
    .where(and(eq(attendee.pitchId, pitchId), eq(attendee.accountId, accountId), isNotNull(attendee.removedAt)))
    .returning({ id: attendee.id })
  return rows.length > 0
}
