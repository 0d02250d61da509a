import { formatMoney, showMoney } from '#contract/money.ts'
import { countAttendees } from '#features/core/part/server/attendeeQueries.ts'
import { ownerEmail, type PitchRow } from '#features/core/pitch/server/queries.ts'
import { queueMail } from '#features/notify/mail/server/queueMail.ts'
import { peopleByEmail, pitchToMail } from '#features/planning/invite/server/queries.ts'
import { listAttendance } from '#features/results/attendance/server/queries.ts'
import { sumCommitments } from '#features/results/commitment/server/queries.ts'
import { currentStatement } from '#features/results/commitment/server/statementQueries.ts'
import { countFeedback } from '#features/results/feedback/server/queries.ts'
import type { Transaction } from '#server/db/database.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { type Results, resultsMail } from './emails.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** An hour after the end of a pitch, when most of its feedback is in. */
    mailResults: { pitchId: number }
  }
}

export const reportJobs = {
  mailResults: async ({ pitchId }, frame) => {
    await frame.db.transaction(async db => {
      const pitch = await pitchToMail(db, pitchId, false)
      // a pitch that was reopened in the meantime has no results yet
      if (!pitch?.realEndAt) return
      const results = await resultsOf(db, pitch)
      const statements = await currentStatement(db, pitch.organisationId)
      const emails = [await ownerEmail(db, pitch), ...pitch.coHosts]
      const people = await peopleByEmail(db, pitch, emails)
      for (const recipient of emails) {
        const language = people.get(recipient)?.language ?? people.get('owner')?.language ?? 'en'
        await queueMail(
          { db, frame, enqueue: (...job) => addJob(db, ...job) },
          {
            key: `pitch.results:${pitch.uuid}:${pitch.realEndAt.toISOString()}:${recipient}`,
            kind: 'pitchResults',
            inBrowser: true,
            organisationId: pitch.organisationId,
            ...{ recipient, language },
            ...resultsMail(
              language,
              pitch.presentationName,
              { ...results, statement: statements[language] },
              `${frame.settings.publicUrl}/pitches/view/${pitch.id}`,
            ),
          },
        )
      }
    })
  },
} satisfies JobHandlers

async function resultsOf(db: Transaction, pitch: PitchRow): Promise<Omit<Results, 'statement'>> {
  const { total: attended } = await listAttendance(db, pitch, { page: 1, limit: 1 })
  const { total: commitments, minor } = await sumCommitments(db, pitch.id)
  return {
    attended,
    invited: await countAttendees(db, pitch.id),
    feedback: await countFeedback(db, pitch.id),
    commitments,
    sum: showMoney(formatMoney(minor, pitch.currency)),
  }
}
