import type { Readable } from 'node:stream'
import type { PartStatus } from '#server/frame.ts'
import type { Settings } from '#server/settings.ts'
import { openDiskStorage } from '#server/storage/disk.ts'

/** What can be stored: bytes, a stream of them, or a file on this machine that the storage takes over. */
export type Source = Buffer | Readable | { readonly file: string }

/** Bytes from `start` to `end`, both included; without `end` to the last byte. */
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
 * Files by key: parts of letters, digits, `_`, `-` and `.`, separated by `/`, with an extension that gives the type. An
 * object exists completely or not at all. A full disk is an error with the code ENOSPC.
 */
export interface Storage {
  put(key: string, source: Source): Promise<void>
  /** @throws {RangeError} when the range lies outside of the object */
  read(key: string, range?: Range): Promise<Stored | undefined>
  /** Copies an object to a path of this machine, where it must not be written to. False when there is no such object. */
  copyTo(key: string, path: string): Promise<boolean>
  /** Removes an object, or all whose keys begin with `prefix/`. */
  remove(prefix: string): Promise<void>
  /** The parts of keys that follow `prefix/` and are followed by others. */
  folders(prefix: string): Promise<string[]>
  status(): Promise<PartStatus>
  /** Bytes of the disk, all of them and those that are free; undefined where there is no disk to fill. */
  space(): Promise<{ readonly free: number; readonly total: number } | undefined>
}

export async function openStorage(settings: Pick<Settings, 'dataDir' | 's3'>): Promise<Storage> {
  if (!settings.s3) return openDiskStorage(`${settings.dataDir}/storage`)
  // Its client takes half a second and 36 MB to load; consoles without such a store need not.
  const { openS3Storage } = await import('#server/storage/s3.ts')
  return openS3Storage(settings.s3)
}

/** Refuses a key that could name a place outside the storage. */
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
  mp4: 'video/mp4',
  m4s: 'video/mp4',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}
export const typeOfKey = (key: string): string =>
  types[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
