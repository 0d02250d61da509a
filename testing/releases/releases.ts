import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A version that people run, and what it added to `migrations/`. */
export interface Release {
  readonly version: string
  /** In the order in which they run; `hash` is the SHA-256 of the file. */
  readonly migrations: readonly { readonly name: string; readonly hash: string }[]
}

export const releasesFolder = import.meta.dirname
export const releasedFile = join(releasesFolder, 'released.json')

/** What was released so far, the oldest first. */
export const releases = (): Release[] =>
  existsSync(releasedFile) ? (JSON.parse(readFileSync(releasedFile, 'utf8')) as Release[]) : []

export const releasedVersions = (): string[] => releases().map(({ version }) => version)
