import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { nameOrNumber } from '#features/core/account/veil.ts'
import type { ShareDevice } from '#features/room/media/rules.ts'
import type { SharedScreen } from '#features/room/share/contract.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { type Paging, pageOf } from '#server/lists.ts'
import { screenShare } from './tables.ts'

type Reader = Database | Transaction
export type ShareRow = typeof screenShare.$inferSelect

interface Acquiring {
  readonly pitchId: number
  readonly accountId: string
  readonly sessionId: string
  readonly device: ShareDevice
  readonly link: { readonly hash: string; readonly expiresAt: Date } | undefined
  readonly now: Date
}

/** Adds a share, and deletes the ones that the person acquired for that device and never started, with their links. */
export async function acquireShare(db: Transaction, a: Acquiring): Promise<string> {
  const { pitchId, accountId, sessionId, device, link, now } = a
  const own = and(eq(screenShare.pitchId, pitchId), eq(screenShare.accountId, accountId))
  await db.delete(screenShare).where(and(own, eq(screenShare.device, device), isNull(screenShare.startedAt)))
  const [row] = await db
    .insert(screenShare)
    .values({
      ...{ pitchId, accountId, sessionId, device },
      ...{ linkHash: link?.hash ?? null, linkExpiresAt: link?.expiresAt ?? null, createdAt: now },
    })
    .returning({ id: screenShare.id })
  if (!row) throw new Error('no share was made')
  return row.id
}

export async function findShare(db: Reader, id: string): Promise<ShareRow | undefined> {
  const [row] = await db.select().from(screenShare).where(eq(screenShare.id, id))
  return row
}

/** The running or acquired share that a second device has the key of. */
export async function shareOfKey(db: Reader, keyHash: string): Promise<ShareRow | undefined> {
  const [row] = await db
    .select()
    .from(screenShare)
    .where(and(eq(screenShare.keyHash, keyHash), isNull(screenShare.endedAt)))
  return row
}

/** The share of a link, also of one that was opened already. */
export async function shareOfLink(db: Reader, linkHash: string): Promise<ShareRow | undefined> {
  const [row] = await db.select().from(screenShare).where(eq(screenShare.linkHash, linkHash))
  return row
}

/** Gives a link's key to the first device that opens it; false for all others and for an expired link. */
export async function claimLink(db: Transaction, id: string, keyHash: string, now: Date): Promise<boolean> {
  const claimed = await db
    .update(screenShare)
    .set({ keyHash })
    .where(
      and(
        eq(screenShare.id, id),
        isNull(screenShare.keyHash),
        isNull(screenShare.endedAt),
        gt(screenShare.linkExpiresAt, now),
      ),
    )
    .returning({ id: screenShare.id })
  return claimed.length > 0
}

export const markStarted = (db: Transaction, id: string, startedAt: Date) =>
  db.update(screenShare).set({ startedAt }).where(eq(screenShare.id, id))

export const markEnded = (db: Transaction, id: string, endedAt: Date) =>
  db
    .update(screenShare)
    .set({ endedAt })
    .where(and(eq(screenShare.id, id), isNull(screenShare.endedAt)))

/** Ends a second device's share and gives its key to a new one, by which the device may begin again. */
export async function carryOver(db: Transaction, id: string, now: Date): Promise<void> {
  const before = await findShare(db, id)
  if (!before) return
  await db.update(screenShare).set({ endedAt: now, keyHash: null }).where(eq(screenShare.id, id))
  const { pitchId, accountId, sessionId, device, keyHash } = before
  await db.insert(screenShare).values({ pitchId, accountId, sessionId, device, keyHash, createdAt: now })
}

/** Ends all shares of a pitch, including acquired ones and their links. */
export const endSharesOf = (db: Transaction, pitchId: number, endedAt: Date) =>
  db
    .update(screenShare)
    .set({ endedAt })
    .where(and(eq(screenShare.pitchId, pitchId), isNull(screenShare.endedAt)))

/** The shares of second devices that ended after `since`. */
export const secondDevicesEnded = (db: Reader, pitchId: number, since: Date) =>
  db
    .select({ id: screenShare.id, accountId: screenShare.accountId })
    .from(screenShare)
    .where(
      and(
        eq(screenShare.pitchId, pitchId),
        eq(screenShare.device, 'second'),
        isNotNull(screenShare.startedAt),
        gt(screenShare.endedAt, since),
      ),
    )

/** What was shared, the latest first. */
export async function listShares(
  db: Reader,
  pitchId: number,
  paging: Paging,
): Promise<{ items: SharedScreen[]; total: number }> {
  const shares = db
    .select({
      resource_id: screenShare.id,
      user_id: screenShare.accountId,
      name: fullNameOf(account),
      device: screenShare.device,
      startedAt: screenShare.startedAt,
      endedAt: screenShare.endedAt,
    })
    .from(screenShare)
    .innerJoin(account, eq(account.id, screenShare.accountId))
    .where(and(eq(screenShare.pitchId, pitchId), isNotNull(screenShare.startedAt)))
  const { items: rows, total } = await pageOf(db, shares, paging, [desc(screenShare.startedAt), screenShare.id])
  const items = rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    name: nameOrNumber(row.user_id, row.name),
    started_at: (startedAt ?? new Date(0)).toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }))
  return { items, total }
}
