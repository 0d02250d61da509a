import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readAuditKey, readWitness } from '#features/core/audit/server/keys.ts'
import { verifyChain } from '#features/core/audit/server/verify.ts'
import { openDatabase } from '#server/db/database.ts'

/** Milliseconds within which simultaneous actions may be recorded in another order. */
const SAME = 5000

/**
 * The first fault in a console's audit log, as `npm run audit:verify` would find it, or `ok`. `short`: fewer
 * commitments are recorded and sealed than were acknowledged. `order`: a later entry has an earlier time.
 */
export async function auditIs(databaseUrl: string, dataDir: string, commitments: number): Promise<string> {
  const { pool, db } = openDatabase(databaseUrl)
  const settings = { dataDir, auditKey: undefined }
  const sealed = () =>
    db.$count(sql`(select from audit_entry where action = 'commitment.create' and number is not null) as noted`)
  try {
    // the latest entries are sealed a moment later
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
