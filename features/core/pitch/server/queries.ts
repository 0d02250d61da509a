import { and, arrayContains, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { preparedOnce } from '#server/db/database.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { approvalAfter } from './approvalQueries.ts'
import { mirrorInRehearsal } from './rehearsalQueries.ts'
import { pitch } from './tables.ts'

type Db = Database | Transaction
export type PitchRow = typeof pitch.$inferSelect
export type NewPitch = typeof pitch.$inferInsert

const byUuid = preparedOnce((db: Db) =>
  db
    .select()
    .from(pitch)
    .where(and(eq(pitch.uuid, sql.placeholder('uuid')), isNull(pitch.deletedAt)))
    .prepare('pitch_by_uuid'),
)

/** A pitch that is not deleted, by its uuid: for what asks itself who may see it. */
export async function pitchByUuid(db: Db, uuid: string): Promise<PitchRow | undefined> {
  const [found] = await byUuid(db).execute({ uuid })
  return found
}

/** The same by the numeric id. */
export async function pitchByNumericId(db: Db, id: number): Promise<PitchRow | undefined> {
  const [found] = await db
    .select()
    .from(pitch)
    .where(and(eq(pitch.id, id), isNull(pitch.deletedAt)))
  return found
}

/** The pitches that show a logo, by its key in the storage. */
export const pitchesWithLogo = (db: Db, key: string): Promise<PitchRow[]> =>
  db
    .select()
    .from(pitch)
    .where(and(eq(pitch.companyLogo, key), isNull(pitch.deletedAt)))

export const insertPitch = (db: Transaction, row: NewPitch) => insertRow(db, pitch, row)

/** Everything that a form changes; a state never, see state.ts. */
export async function updatePitchRow(
  db: Transaction,
  id: number,
  changes: Partial<Omit<NewPitch, 'state'>>,
): Promise<PitchRow> {
  const approval = await approvalAfter(db, id, changes)
  const changed = await updateRow(db, pitch, id, { ...changes, ...approval, updatedAt: rightNow() })
  await mirrorInRehearsal(db, id, changes)
  return changed
}

/** A deleted pitch that passes a fence, held until the transaction ends. */
export async function lockDeletedPitch(
  db: Transaction,
  fence: SQL | undefined,
  uuid: string,
): Promise<PitchRow | undefined> {
  const [found] = await db
    .select()
    .from(pitch)
    .where(and(eq(pitch.uuid, uuid), isNotNull(pitch.deletedAt), fence))
    .for('no key update')
  return found
}

/** In the words of `isBeforeStart`. */
const openStates = ['draft', 'scheduled', 'delivered'] as const

/** An account's pitches that have not begun, locked until the transaction ends. */
export const lockOpenPitchesOf = (db: Transaction, accountId: string): Promise<PitchRow[]> =>
  db
    .select()
    .from(pitch)
    .where(and(eq(pitch.userId, accountId), isNull(pitch.deletedAt), inArray(pitch.state, [...openStates])))
    .orderBy(pitch.id)
    .for('no key update')

/** The uuid of a pitch, for its addresses. */
export async function pitchUuidOf(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db.select({ uuid: pitch.uuid }).from(pitch).where(eq(pitch.id, id))
  return row?.uuid
}

/** Whether any pitch is live. */
export const isAnyLive = async (db: Db): Promise<boolean> =>
  (await db.$count(pitch, and(eq(pitch.state, 'inProgress'), isNull(pitch.deletedAt)))) > 0

/** The live pitches that an account owns, presents or moderates. */
export async function livePitchIds(db: Db, accountId: string): Promise<number[]> {
  const [one] = await db.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  if (!one) return []
  const theirs = or(
    eq(pitch.userId, accountId),
    arrayContains(pitch.coHosts, [one.email]),
    arrayContains(pitch.moderators, [one.email]),
  )
  const found = await db
    .select({ id: pitch.id })
    .from(pitch)
    .where(and(eq(pitch.state, 'inProgress'), isNull(pitch.deletedAt), isNull(pitch.rehearsalOf), theirs))
  return found.map(({ id }) => id)
}

/** The owner's address, in lower case. */
export async function ownerEmail(db: Db, { userId }: Pick<PitchRow, 'userId'>): Promise<string> {
  const [owner] = await db.select({ email: account.email }).from(account).where(eq(account.id, userId))
  if (!owner) throw new Error(`account ${userId} is gone`)
  return owner.email
}

/** The titles of pitches, deleted ones included, by their uuids. */
export async function titlesOf(
  db: Database | Transaction,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (uuids.length === 0) return new Map()
  const rows = await db
    .select({ uuid: pitch.uuid, title: pitch.presentationName })
    .from(pitch)
    .where(inArray(pitch.uuid, [...uuids]))
  return new Map(rows.map(({ uuid, title }) => [uuid, title]))
}

/** Detaches a permanently deleted company from its pitches; the texts that they copied stay. */
export async function unlinkCompany(db: Transaction, companyId: string): Promise<void> {
  await db.update(pitch).set({ companyId: null, companyFiles: null }).where(eq(pitch.companyId, companyId))
}
