import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readMigrations } from '#server/db/migrate.ts'

/** A released version, and the migrations that it added. */
export interface Release {
  readonly version: string
  /** In execution order; `hash` is the SHA-256 of the file. */
  readonly migrations: readonly { readonly name: string; readonly hash: string }[]
}

const releasesFolder = import.meta.dirname
const releasedFile = join(releasesFolder, 'released.json')

/** The releases so far, oldest first. */
export const releases = (): Release[] =>
  existsSync(releasedFile) ? (JSON.parse(readFileSync(releasedFile, 'utf8')) as Release[]) : []

export const releasedVersions = (): string[] => releases().map(({ version }) => version)

/** Adds a release with its database, or replaces the last one. Returns the file of the database. */
export async function keepRelease(version: string, dump: string): Promise<string> {
  const earlier = releases().filter(release => release.version !== version)
  const known = new Set(earlier.flatMap(({ migrations }) => migrations.map(({ name }) => name)))
  const migrations = readMigrations()
    .filter(({ name }) => !known.has(name))
    .map(({ name, hash }) => ({ name, hash }))
  await writeFile(releasedFile, `${JSON.stringify([...earlier, { version, migrations }], null, 2)}\n`)
  const file = fixtureFile(version)
  await writeFile(file, gzipSync(dump, { level: 9 }))
  return file
}

const fixtureFile = (version: string): string => join(releasesFolder, `${version}.sql.gz`)

/** The database of a release, as statements. */
export const readFixture = async (version: string): Promise<string> =>
  gunzipSync(await readFile(fixtureFile(version))).toString()
