import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { looksAfterPitches } from '#features/core/pitch/rules.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import type { FileRow } from './queries.ts'
import { deckFile, deckUpload } from './tables.ts'

/** What holds files without a pitch: a draft, and the person and organization to which it belongs. */
export interface Holder {
  readonly id: string
  readonly userId: string
  readonly organisationId: string
}

/**
 * Whether a person may see a file that has no pitch: its uploader, and pitch admins if a draft of their
 * organization holds it. A file that got a pitch meanwhile stays visible to its uploader by its upload.
 */
export function seesUpload(actor: Actor, file: FileRow): boolean {
  if (file.uploadedBy === actor.accountId) return true
  const isNear = actor.roles.includes('superadmin') || file.organisationId === actor.organisationId
  return file.heldFor !== null && file.pitchId === null && isNear && looksAfterPitches(actor.roles)
}

/**
 * Holds the files of finished uploads: upkeep keeps them, and they belong to the holder, not to the person who added
 * them. Takes the actor's own uploads and those held already; answers these in the given order. Locked until the
 * transaction ends.
 */
export async function holdUploads(
  db: Transaction,
  { id: heldFor, userId, organisationId }: Holder,
  actor: Pick<Actor, 'accountId'>,
  uploadIds: readonly string[],
): Promise<string[]> {
  if (uploadIds.length === 0) return []
  const own = and(eq(deckUpload.accountId, actor.accountId), isNull(deckFile.heldFor))
  const found = await db
    .select({ upload: deckUpload.id, file: deckFile.id })
    .from(deckUpload)
    .innerJoin(deckFile, eq(deckFile.id, deckUpload.fileId))
    .where(
      and(
        inArray(deckUpload.id, [...uploadIds]),
        isNull(deckFile.pitchId),
        isNull(deckFile.deletedAt),
        or(eq(deckFile.heldFor, heldFor), own),
      ),
    )
    .for('no key update')
  if (found.length === 0) return []
  const files = found.map(({ file }) => file)
  await db.update(deckFile).set({ heldFor, uploadedBy: userId, organisationId }).where(inArray(deckFile.id, files))
  const uploads = new Set(found.map(({ upload }) => upload))
  await db
    .update(deckUpload)
    .set({ accountId: userId, organisationId })
    .where(inArray(deckUpload.id, [...uploads]))
  return uploadIds.filter(upload => uploads.has(upload))
}

/** Lets the files of uploads go, except those in `but`: upkeep removes them within a day. */
export async function letUploadsGo(
  db: Transaction,
  heldFor: string,
  uploadIds: readonly string[],
  but: readonly string[] = [],
): Promise<void> {
  const gone = uploadIds.filter(upload => !but.includes(upload))
  if (gone.length === 0) return
  const files = db.select({ id: deckUpload.fileId }).from(deckUpload).where(inArray(deckUpload.id, gone))
  await db
    .update(deckFile)
    .set({ heldFor: null })
    .where(and(eq(deckFile.heldFor, heldFor), sql`${deckFile.id} in (${files})`))
}
