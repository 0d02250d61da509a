import { rightNow, rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { findMail, forgetMailsBefore, type MailRow, markNotSent, markSent } from './queries.ts'
import { sendQueue } from './queueMail.ts'
import { smsProviderOf } from './sms.ts'
import { deliver } from './transport.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    sendMail: { mailId: string }
    sendSms: { mailId: string }
    forgetMails: Record<string, never>
  }
}

/** How long a mail is tried, in milliseconds: a mail server may be away over a weekend. */
const TRIED_FOR = 72 * 3_600_000
/** Seconds until the next attempt: it doubles up to five minutes, so that a mail leaves soon after the server is back. */
export const pauseAfter = (attempt: number): number => Math.min(300, 5 * 2 ** Math.min(attempt, 10))

/** Days that a mail is kept, whatever became of it: it names people. */
export const KEPT_DAYS = 365

/** The background work of this feature. */
export const mailJobs = {
  sendMail,
  sendSms,
  forgetMails: (_payload, { db }) => forgetMailsBefore(db, new Date(rightTime() - KEPT_DAYS * 86_400_000)),
} satisfies JobHandlers

/**
 * Hands a queued mail to the mail server. It is sent once: a mail in any other state is left alone, and the one crash
 * that cannot be told apart (the server took it, then we died) repeats it under the same Message-ID.
 */
async function sendMail({ mailId }: { mailId: string }, frame: Frame): Promise<void> {
  const mail = await findMail(frame.db, mailId)
  if (mail?.state !== 'queued') return
  const failure = await deliver(frame, mail)
  if (!failure) return markSent(frame.db, mail, rightNow())
  frame.log.warn({ mail: mailId, kind: mail.kind, attempt: mail.attempts + 1, reason: failure.reason }, 'mail not sent')
  await tryAgain(frame, mail, failure)
}

/** Milliseconds. A code is good for ten minutes, so a later text is useless. */
const SMS_TRIED_FOR = 8 * 60_000

/** Hands a queued text message to the provider. */
async function sendSms({ mailId }: { mailId: string }, frame: Frame): Promise<void> {
  const sms = await findMail(frame.db, mailId)
  const provider = smsProviderOf(frame)
  if (sms?.state !== 'queued' || !provider) return
  const failure = await provider.send(sms.recipient, sms.text)
  if (!failure) return markSent(frame.db, sms, rightNow())
  frame.log.warn({ mail: mailId, kind: sms.kind, attempt: sms.attempts + 1, reason: failure.reason }, 'text not sent')
  await tryAgain(frame, sms, failure, 'sendSms', SMS_TRIED_FOR)
}

/** Our own repetition, because the worker's pauses grow to hours. */
async function tryAgain(
  frame: Frame,
  mail: MailRow,
  failure: { reason: string; forGood: boolean },
  job: 'sendMail' | 'sendSms' = 'sendMail',
  triedFor = TRIED_FOR,
): Promise<void> {
  const forGood = failure.forGood || rightTime() - mail.createdAt.getTime() > triedFor
  await frame.db.transaction(async db => {
    await markNotSent(db, mail.id, failure.reason, forGood)
    if (forGood) return
    const runAt = new Date(rightTime() + pauseAfter(mail.attempts) * 1000)
    await addJob(db, job, { mailId: mail.id }, { key: `mail:${mail.id}`, queue: sendQueue(mail.id), runAt })
  })
}
