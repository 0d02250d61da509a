// Walks the audit log's chain and reports where it is broken. Exits with 1 if it is.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '#app/server/settings.ts'
import { readAuditKey, readWitness } from '#features/core/audit/server/keys.ts'
import { writeVerdict } from '#features/core/audit/server/sealQueries.ts'
import { sentenceOf, verifyChain } from '#features/core/audit/server/verify.ts'
import { openDatabase } from '#server/db/database.ts'
import { startPostgres } from '#server/db/embedded.ts'

const root = new URL('..', import.meta.url).pathname
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))

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
  await writeVerdict(db, problem && sentenceOf(problem), new Date())
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`${count} entries are in order (${seconds} s).`)
  if (problem) {
    console.error(sentenceOf(problem))
    process.exitCode = 1
  }
} finally {
  await pool.end()
  if (postgres?.owned) await postgres.stop()
}
