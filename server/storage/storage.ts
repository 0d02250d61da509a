import type { Readable } from 'node:stream'
import type { PartStatus } from '#server/frame.ts'
import type { Settings } from '#server/settings.ts'
import { openDiskStorage } from '#server/storage/disk.ts'

/** What may be put: bytes, a stream of them, or a file on this machine that the storage takes over. */
export type Source = Buffer | Readable | { readonly file: string }

/** Bytes from `start` to `end`, both included; without `end` to the last one. */
export interface Range {
  readonly start: number
  readonly end?: number
}

export interface Stored {
  readonly stream: Readable
  /** Bytes of the whole object, also when only a range is read. */
  readonly size: number
  readonly type: string
}

/**
 * Files by key: parts of letters, digits, `_`, `-` and `.`, divided by `/`, with an extension that tells the type.
 * An object is there whole or not at all. A full disk shows as an error with the code ENOSPC.
 */
export interface Storage {
  put(key: string, source: Source): Promise<void>
  /** @throws {RangeError} when the range lies outside of the object */
  read(key: string, range?: Range): Promise<Stored | undefined>
  /** Puts a copy at a path of this machine that nobody may write to. False when there is no such object. */
  copyTo(key: string, path: string): Promise<boolean>
  /** Removes an object, or all whose keys begin with `prefix/`. */
  remove(prefix: string): Promise<void>
  status(): Promise<PartStatus>
}

export async function openStorage(settings: Pick<Settings, 'dataDir' | 's3'>): Promise<Storage> {
  if (!settings.s3) return openDiskStorage(`${settings.dataDir}/storage`)
  // Its client takes half a second and 36 MB to load, which nobody without such a store should pay.
  const { openS3Storage } = await import('#server/storage/s3.ts')
  return openS3Storage(settings.s3)
}

/** Refuses whatever could name a place outside of the storage. */
export function checkKey(key: string): string {
  const parts = key.split('/')
  if (key.length > 300 || !parts.every(part => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part)))
    throw new Error(`not a storage key: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}

const types: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}
export const typeOfKey = (key: string): string =>
  types[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
