import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type Paging, pageOf } from '#server/lists.ts'
import { attendee } from './tables.ts'

type Db = Database | Transaction

// Being removed from a live room is a mark on the attendee: no link, no session and no second account gets past it.

/** When an attendee was removed, and by whom. */
interface Removal {
  readonly removedAt: Date
  readonly removedBy: string
}

/** Marks an attendee as removed; false when this person is none. */
export async function markAttendee(
  db: Transaction,
  { pitchId, accountId }: { readonly pitchId: number; readonly accountId: string },
  mark: Removal,
): Promise<boolean> {
  const known = await db
    .update(attendee)
    .set(mark)
    .where(and(eq(attendee.pitchId, pitchId), eq(attendee.accountId, accountId)))
    .returning({ id: attendee.id })
  return known.length > 0
}

/** Inserts a removed attendee; an existing attendee gets the mark. */
export async function insertMarked(db: Transaction, row: typeof attendee.$inferInsert, mark: Removal): Promise<void> {
  await db
    .insert(attendee)
    .values({ ...row, ...mark })
    .onConflictDoUpdate({ target: [attendee.pitchId, attendee.accountId], set: mark })
}

/** Whether an account was removed from the room of that pitch (its uuid or its id) and not readmitted. */
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

/** The people removed from a room and not readmitted, the last first, and who removed them. */
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
