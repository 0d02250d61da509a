import { rightNow } from '#server/clock.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { readAuditKey, readWitness } from './keys.ts'
import { writeVerdict } from './sealQueries.ts'
import { sentenceOf, verifyChain } from './verify.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Every day. */
    verifyAudit: Record<never, never>
  }
}

export const auditJobs = {
  verifyAudit: async (_, { db, settings, log }) => {
    const { count, problem } = await verifyChain(db, { key: readAuditKey(settings), witness: readWitness(settings) })
    await writeVerdict(db, problem && sentenceOf(problem), rightNow())
    if (problem) log.error({ problem, count }, `the audit log is not as it was written: ${sentenceOf(problem)}`)
  },
} satisfies JobHandlers
