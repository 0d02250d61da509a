import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { and, eq, lt } from 'drizzle-orm'
import { CallFailed } from '#contract/call.ts'
import type { Upload } from '#contract/fields.ts'
import { PICTURE_BYTES } from '#contract/pictures.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { safeFetch } from '#server/safeFetch.ts'
import type { Sender } from '#server/turns.ts'
import { encodePicture, type PictureShape } from './encode.ts'
import { picture } from './tables.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    tidyPictures: Record<string, never>
  }
}

type Parts = Pick<Frame, 'db' | 'storage'>

/** How long an unused picture stays: longer than the call that has just stored it. */
const LEFT_MINUTES = 60

/**
 * Re-encodes a picture and stores it, before the transaction that will use it and call `keepPicture`; otherwise the
 * picture is removed within two hours.
 * @returns its key, which a row stores and a browser finds below `/webapi/`
 * @throws {CallFailed} see `encodePicture`
 */
export async function storePicture(
  { db, storage }: Parts,
  bytes: Buffer,
  shape: PictureShape,
  sender: Sender,
): Promise<string> {
  return putPicture({ db, storage }, await encodePicture(bytes, shape, sender))
}

/** Stores a copy of a stored picture for another row, as `storePicture` does; undefined when it is gone. */
export async function copyPicture({ db, storage }: Parts, key: string): Promise<string | undefined> {
  const stored = await storage.read(key)
  return stored && putPicture({ db, storage }, stored.stream)
}

async function putPicture({ db, storage }: Parts, drawn: Buffer | Readable): Promise<string> {
  const key = `pictures/${randomBytes(16).toString('base64url').replace(/^-/, '_')}.webp`
  await db.insert(picture).values({ key })
  await storage.put(key, drawn)
  return key
}

/**
 * The bytes of an uploaded picture, of which no more is read than a picture may have.
 * @throws {CallFailed} PictureTooLarge
 */
export async function readPicture({ size, path }: Upload): Promise<Buffer> {
  if (size > PICTURE_BYTES) throw new CallFailed('PictureTooLarge')
  return readFile(path)
}

/**
 * The preparation of a call whose form has a file: stores the picture and passes its key to the handler.
 * @throws {CallFailed} see `encodePicture`
 */
export async function storeUpload(frame: Frame, file: Upload, shape: PictureShape, sender: Sender): Promise<string> {
  return storePicture(frame, await readPicture(file), shape, sender)
}

/**
 * Stores a provider's picture of a person, because browsers load pictures only from the console. Undefined when it
 * cannot be fetched: a sign-in must not fail because of that.
 */
export async function storePictureFrom(frame: Frame, address: string, accountId: string): Promise<string | undefined> {
  try {
    const { body } = await safeFetch(address, { maxBytes: PICTURE_BYTES, accept: 'image/*' })
    return await storePicture(frame, body, 'face', { accountId, organisationId: accountId })
  } catch (error) {
    frame.log.info({ reason: (error as Error).message }, 'the picture of a provider was not taken')
    return undefined
  }
}

/** Marks a picture as in use, in the transaction that writes its key to a row. */
export async function keepPicture(db: Transaction, key: string): Promise<void> {
  await db.update(picture).set({ isKept: true, changedAt: rightNow() }).where(eq(picture.key, key))
}

/** Marks a picture as no longer in use, in the transaction that removes its key from a row. */
export async function dropPicture(db: Transaction, key: string | null): Promise<void> {
  if (key) await db.update(picture).set({ isKept: false, changedAt: rightNow() }).where(eq(picture.key, key))
}

/**
 * Removes pictures that no row uses. The row is deleted last, so that nothing is left behind when the storage is
 * unavailable.
 */
export async function tidyPictures({ db, storage }: { db: Database; storage: Frame['storage'] }): Promise<void> {
  const before = new Date(rightTime() - LEFT_MINUTES * 60_000)
  const left = await db
    .select({ key: picture.key })
    .from(picture)
    .where(and(eq(picture.isKept, false), lt(picture.changedAt, before)))
    .limit(1000)
  for (const { key } of left) {
    await storage.remove(key)
    await db.delete(picture).where(eq(picture.key, key))
  }
}

export const pictureJobs = {
  tidyPictures: async (_payload, frame) => tidyPictures(frame),
} satisfies JobHandlers
