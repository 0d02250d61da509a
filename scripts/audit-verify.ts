// Walks the audit log's chain and reports where it is broken. Exits with 1 if it is.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '#app/server/settings.ts'
import { readAuditKey, readWitness } from '#features/core/audit/server/keys.ts'
import { type Problem, verifyChain } from '#features/core/audit/server/verify.ts'
import { openDatabase } from '#server/db/database.ts'
import { startPostgres } from '#server/db/embedded.ts'

const root = new URL('..', import.meta.url).pathname
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))

const say = (problem: Problem): string => {
  switch (problem.kind) {
    case 'missing':
      return `Entry number ${problem.number} is missing.`
    case 'changed':
      return `Entry number ${problem.number} (id ${problem.id}) was changed, or the one before it was.`
    case 'tail':
      return `The log ends at number ${problem.found}, but ${problem.signed} were signed: the last ones are missing.`
    case 'head':
      return 'The signed head of the log is missing.'
    case 'signature':
      return 'The head of the log is not signed with the key of this installation (AUDIT_KEY, or audit.key in the data folder).'
    case 'witness':
      return `This server has seen ${problem.witnessed} entries; the log of ${problem.found} is an older or another one.`
    case 'unsealed':
      return `Entry id ${problem.id} is older than a minute and not sealed: the console is not running, or it refuses to seal.`
  }
}

const settings = readSettings(process.env, root)
if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'postgres'))) {
  console.error(`There is no database in ${settings.dataDir}. Set DATA_DIR or DATABASE_URL.`)
  process.exit(2)
}
const postgres = settings.databaseUrl ? undefined : await startPostgres(join(settings.dataDir, 'postgres'))
const { pool, db } = openDatabase(settings.databaseUrl ?? postgres?.url ?? '')
const began = Date.now()
try {
  const { count, problem } = await verifyChain(db, { key: readAuditKey(settings), witness: readWitness(settings) })
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`${count} entries are in order (${seconds} s).`)
  if (problem) {
    console.error(say(problem))
    process.exitCode = 1
  }
} finally {
  await pool.end()
  if (postgres?.owned) await postgres.stop()
}
