import { rightNow, rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import {
  findMail,
  forgetMailsBefore,
  forgetReportsBefore,
  type MailRow,
  markNotSent,
  markSent,
  markSuppressed,
} from './queries.ts'
import { holdingOf, noteHolding, sendQueue } from './queueMail.ts'
import type { Refusal } from './reports/classify.ts'
import { readMailbox } from './reports/mailbox.ts'
import { REPORTS_KEPT_DAYS, recordReport } from './reports/record.ts'
import { smsProviderOf } from './sms.ts'
import { deliver } from './transport.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    sendMail: { mailId: string }
    sendSms: { mailId: string }
    forgetMails: Record<string, never>
    /** Reads what has come back to the bounce mailbox. */
    readBounces: Record<string, never>
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
  forgetMails: async (_payload, { db }) => {
    const ago = (days: number) => new Date(rightTime() - days * 86_400_000)
    await forgetMailsBefore(db, ago(KEPT_DAYS))
    await forgetReportsBefore(db, ago(REPORTS_KEPT_DAYS))
  },
  readBounces: (_payload, frame) => readMailbox(frame),
} satisfies JobHandlers

/**
 * Hands a queued mail to the mail server. It is sent once: a mail in any other state is left alone, and the one crash
 * that cannot be told apart (the server took it, then we died) repeats it under the same Message-ID.
 */
async function sendMail({ mailId }: { mailId: string }, frame: Frame): Promise<void> {
  const mail = await findMail(frame.db, mailId)
  if (mail?.state !== 'queued') return
  // its recipient may have unsubscribed, or complained, while it waited
  const holding = await holdingOf({ db: frame.db, frame }, mail)
  if (holding) {
    await noteHolding({ db: frame.db }, holding, mail.organisationId)
    return markSuppressed(frame.db, mail, holding.kind)
  }
  const failure = await deliver(frame, mail)
  if (!failure) return markSent(frame.db, mail, rightNow())
  frame.log.warn({ mail: mailId, kind: mail.kind, attempt: mail.attempts + 1, reason: failure.reason }, 'mail not sent')
  await tryAgain(frame, mail, failure)
  if (failure.ofRecipient) await reportRefusal(frame, mail, failure.reason, failure.ofRecipient)
}

/** A final answer about the recipient counts as a returned mail does. */
const reportRefusal = (frame: Frame, { id, recipient }: MailRow, detail: string, outcome: Refusal) =>
  frame.db.transaction(db =>
    recordReport(db, frame, {
      ...{ id: `smtp:${id}`, outcome, source: 'smtp', address: recipient, detail, at: rightNow(), mailId: id },
    }),
  )

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
