// Makes the database with which every later version proves that an update loses nothing: run once for each release,
// with its version in package.json. Writes testing/releases/<version>.sql.gz, and the released migrations to
// released.json.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#server/db/embedded.ts'
import { version } from '#server/version.ts'
import { makeFixture } from '#testing/releases/makeFixture.ts'
import { keepRelease } from '#testing/releases/releases.ts'

const dir = await mkdtemp(join(tmpdir(), 'rostrum-release-'))
await chmod(dir, 0o711) // PostgreSQL's user has to pass through it
const postgres = await startPostgres(join(dir, 'postgres'))
try {
  const { dump, tables, rows } = await makeFixture(postgres.url)
  const file = await keepRelease(version, dump)
  console.log(`${file}: ${rows} rows in ${tables} tables, as ${version} leaves them.`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await postgres.stop()
  await rm(dir, { recursive: true })
}
