import { rightNow, rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { pauseAfter } from './mailPace.ts'
import { markNotSent, markSent } from './outgoing.ts'
import { findMail, forgetMailsBefore, forgetReportsBefore } from './queries.ts'
import { readMailbox } from './reports/mailbox.ts'
import { REPORTS_KEPT_DAYS } from './reports/record.ts'
import { sendDueMails, sendMail } from './sending.ts'
import { smsProviderOf, smsQueue } from './sms.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Sends what is due in the outbox. */
    sendMails: Record<string, never>
    /** Sends one email: of an older version, which made a job for each. */
    sendMail: { mailId: string }
    sendSms: { mailId: string }
    forgetMails: Record<string, never>
    /** Reads what has come back to the bounce mailbox. */
    readBounces: Record<string, never>
  }
}

/** Days that an email is kept, whatever the outcome: it names people. */
export const KEPT_DAYS = 365

/** The background work of this feature. */
export const mailJobs = {
  sendMails: (_payload, frame, { signal }) => sendDueMails(frame, signal),
  sendMail: async ({ mailId }, frame) => sendMail(frame, await findMail(frame.db, mailId)),
  sendSms,
  forgetMails: async (_payload, { db }) => {
    const ago = (days: number) => new Date(rightTime() - days * 86_400_000)
    await forgetMailsBefore(db, ago(KEPT_DAYS))
    await forgetReportsBefore(db, ago(REPORTS_KEPT_DAYS))
  },
  readBounces: (_payload, frame) => readMailbox(frame),
} satisfies JobHandlers

/** Milliseconds. A code is good for ten minutes, so a later text is useless. */
const SMS_TRIED_FOR = 8 * 60_000

/** Hands a queued text message to the provider. */
async function sendSms({ mailId }: { mailId: string }, frame: Frame): Promise<void> {
  const sms = await findMail(frame.db, mailId)
  const provider = smsProviderOf(frame)
  if (sms?.state !== 'queued' || !provider) return
  const failure = await provider.send(sms.recipient, sms.text)
  if (!failure) return markSent(frame.db, [sms], rightNow())
  const { reason, forGood } = failure
  frame.log.warn({ mail: mailId, kind: sms.kind, attempt: sms.attempts + 1, reason }, 'text not sent')
  const isOver = forGood || rightTime() - sms.createdAt.getTime() > SMS_TRIED_FOR
  await frame.db.transaction(async db => {
    await markNotSent(db, sms.id, reason, isOver ? 'failed' : 'queued')
    if (isOver) return
    // our own repetition, because the worker's pauses grow to hours
    const runAt = new Date(rightTime() + pauseAfter(sms.attempts) * 1000)
    await addJob(db, 'sendSms', { mailId }, { key: `mail:${mailId}`, queue: smsQueue(mailId), runAt })
  })
}
