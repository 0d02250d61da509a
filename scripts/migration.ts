// `npm run migration -- NAME` writes the SQL that brings the tables from the last migration to their current sources.
// With --empty it writes a file for handwritten SQL, such as filling a new column.
import { spawnSync } from 'node:child_process'
import { readMigrations } from '#server/db/migrate.ts'
import { objections } from '#testing/fences/migrations.ts'

const root = new URL('..', import.meta.url).pathname
const words = process.argv.slice(2)
const [name = '', ...more] = words.filter(word => word !== '--empty')

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

if (!/^[a-z][a-z0-9_]*$/.test(name) || more.length > 0)
  fail('Name what it does, in small letters: npm run migration -- add_recording')

const before = readMigrations().length
const { status } = spawnSync(
  process.execPath,
  ['node_modules/drizzle-kit/bin.cjs', 'generate', '--name', name, ...(words.includes('--empty') ? ['--custom'] : [])],
  { cwd: root, stdio: 'inherit' },
)
if (status !== 0) fail(`drizzle-kit ended with ${status}.`)
const made = readMigrations().slice(before)
if (made.length === 0) fail('Nothing changed: the tables are as the last migration leaves them.')

for (const migration of made) {
  console.log(`migrations/${migration.name}.sql is written. Read it: once released it is never changed.`)
  for (const objection of objections(migration)) console.log(`  ${objection}`)
}
