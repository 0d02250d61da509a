import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { and, eq, lt } from 'drizzle-orm'
import { CallFailed } from '#contract/call.ts'
import type { Upload } from '#contract/fields.ts'
import { PICTURE_BYTES } from '#contract/pictures.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { safeFetch } from '#server/safeFetch.ts'
import { encodePicture, type PictureShape } from './encode.ts'
import { picture } from './tables.ts'

type Parts = Pick<Frame, 'db' | 'storage'>

/** How long a picture that no row names stays: longer than any call that has just stored it. */
const LEFT_MINUTES = 60

/**
 * Draws a picture anew and stores it, before the transaction that will name it: `keepPicture` is for that one, and
 * without it the picture is removed within two hours.
 * @returns its key, which a row keeps and a browser finds below `/webapi/`
 * @throws {CallFailed} see `encodePicture`
 */
export async function storePicture({ db, storage }: Parts, bytes: Buffer, shape: PictureShape): Promise<string> {
  const drawn = await encodePicture(bytes, shape)
  const key = `pictures/${randomBytes(16).toString('base64url').replace(/^-/, '_')}.webp`
  await db.insert(picture).values({ key })
  await storage.put(key, drawn)
  return key
}

/**
 * Stores the file part of a call's form, as its preparation, which hands the key to the handler.
 * @throws {CallFailed} see `encodePicture`
 */
export async function storeUpload(frame: Frame, file: Upload, shape: PictureShape): Promise<string> {
  if (file.size > PICTURE_BYTES) throw new CallFailed('PictureTooLarge')
  return storePicture(frame, await readFile(file.path), shape)
}

/**
 * Stores the picture that a provider has of somebody, because browsers load pictures from nobody but us. Undefined
 * when there is none to be had: that is no reason to fail for whoever signs in.
 */
export async function storePictureFrom(frame: Frame, address: string): Promise<string | undefined> {
  try {
    const { body } = await safeFetch(address, { maxBytes: PICTURE_BYTES, accept: 'image/*' })
    return await storePicture(frame, body, 'face')
  } catch (error) {
    frame.log.info({ reason: (error as Error).message }, 'the picture of a provider was not taken')
    return undefined
  }
}

/** Notes, in the transaction that writes its key to a row, that a picture is in use. */
export async function keepPicture(db: Transaction, key: string): Promise<void> {
  await db.update(picture).set({ isKept: true, changedAt: rightNow() }).where(eq(picture.key, key))
}

/** Notes, in the transaction that takes its key out of a row, that a picture is in use no longer. */
export async function dropPicture(db: Transaction, key: string | null): Promise<void> {
  if (key) await db.update(picture).set({ isKept: false, changedAt: rightNow() }).where(eq(picture.key, key))
}

/** Removes what no row names. The row goes last, so that nothing stays behind when the storage is away. */
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
