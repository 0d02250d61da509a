import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readAuditKey, readWitness } from '#features/core/audit/server/keys.ts'
import { verifyChain } from '#features/core/audit/server/verify.ts'
import { openDatabase } from '#server/db/database.ts'

/** Milliseconds for which what is done at the same moment may be noted in another order. */
const SAME = 5000

/**
 * The first thing that is wrong with a console's audit log, as `npm run audit:verify` would find it, or `ok`. `short`: so
 * many commitments were acknowledged, and fewer are noted and sealed. `order`: a later entry has an earlier time.
 */
export async function auditIs(databaseUrl: string, dataDir: string, commitments: number): Promise<string> {
  const { pool, db } = openDatabase(databaseUrl)
  const settings = { dataDir, auditKey: undefined }
  const sealed = () =>
    db.$count(sql`(select from audit_entry where action = 'commitment.create' and number is not null) as noted`)
  try {
    // what was done just now is sealed in a moment
    for (const end = Date.now() + 10_000; (await sealed()) < commitments; await sleep(100))
      if (Date.now() > end) return 'short'
    const witness = readWitness(settings)
    const { problem } = await verifyChain(db, { key: readAuditKey(settings), witness })
    if (problem) return problem.kind
    const { rows } = await db.execute(sql`select id from (
      select id, at, max(at) over (order by id) as latest from audit_entry) as entries
      where at < latest - make_interval(secs => ${SAME / 1000}) limit 1`)
    return rows.length > 0 ? 'order' : 'ok'
  } finally {
    await pool.end()
  }
}
