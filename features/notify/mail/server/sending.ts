import { setTimeout as sleep } from 'node:timers/promises'
import { backgroundTurn } from '#server/backgroundTurn.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { type Brand, brandsOf } from './brand.ts'
import { type MailPace, pauseAfter } from './mailPace.ts'
import { dueMails, keepBack, markNotSent, markSent, nextDue } from './outgoing.ts'
import type { MailRow } from './queries.ts'
import { holdingsOf, noteHolding, OUTBOX_QUEUE } from './queueMail.ts'
import { recordReport } from './reports/record.ts'
import { CONNECTIONS, deliver, mailServerOf } from './transport.ts'

/** How long an email is tried, in milliseconds: a mail server may be away over a weekend. */
const TRIED_FOR = 72 * 3_600_000

/** The most emails that are in memory at a time. */
const ROOM = 16 * CONNECTIONS
/** Milliseconds after which a run ends and another begins: a worker with one job for four hours would count as dead. */
const RUN_FOR = 3_600_000
/** Milliseconds until a run looks again for emails that are due, while slow ones are still under way. */
const LOOK_AGAIN = 200
/** Milliseconds: what leaves in them is noted together. After a crash it would be handed over again. */
const GATHERED_FOR = 20

/**
 * Sends the emails that are due, as many at a time as there are connections, and no faster than the provider allows. A
 * run ends when nothing is due, and when the mail server takes nothing at the moment; it leaves a job for the rest.
 */
export async function sendDueMails(frame: Frame, signal?: AbortSignal): Promise<void> {
  const { settings, db } = frame
  if (!settings.smtpUrl) return
  const { pace } = mailServerOf(settings.smtpUrl, settings)
  const end = rightTime() + RUN_FOR
  const underWay = new Map<string, Promise<void>>()
  const noteSent = marksOf(frame)
  const failures: unknown[] = []
  const goesOn = () => !signal?.aborted && rightTime() < end && !pace.restsUntil() && failures.length === 0
  while (goesOn()) {
    const room = roomFor(settings, pace)
    const mails = await dueMails(db, [...underWay.keys()], Math.max(0, room - underWay.size))
    if (mails.length === 0 && underWay.size === 0) break
    const { free, brands } = await notHeld(frame, mails)
    for (const mail of free) {
      await pace.turn()
      if (!goesOn()) break
      const sent = handOver(frame, mail, brands.get(mail.organisationId), noteSent)
      underWay.set(
        mail.id,
        sent.catch(failure => void failures.push(failure)).finally(() => underWay.delete(mail.id)),
      )
      // calls get their turn between the emails
      await backgroundTurn()
    }
    await roomIn(underWay, mails.length === 0 ? 0 : room / 2)
  }
  // the next run, maybe another server's, does not know what is under way
  await Promise.all(underWay.values())
  if (failures.length > 0) throw failures[0]
  await wakeForRest(frame, pace)
}

/**
 * How many emails may be in memory. At a slow pace only a second's worth, so that one that is urgent waits no longer.
 */
const roomFor = ({ mailPerSecond = ROOM }: Frame['settings'], pace: MailPace): number =>
  pace.isProbing() ? 1 : Math.min(ROOM, mailPerSecond)

/** Waits until no more than so many emails are under way, or for a moment, as an email may take minutes. */
async function roomIn(underWay: ReadonlyMap<string, Promise<void>>, most: number): Promise<void> {
  const moment = sleep(LOOK_AGAIN, 'over')
  while (underWay.size > most) if ((await Promise.race([moment, ...underWay.values()])) === 'over') return
}

/** Hands over one email, whatever its turn; nothing when it is not queued. */
export async function sendMail(frame: Frame, mail: MailRow | undefined): Promise<void> {
  if (mail?.state !== 'queued') return
  const { free, brands } = await notHeld(frame, [mail])
  for (const one of free) await handOver(frame, one, brands.get(one.organisationId), marksOf(frame))
}

/** Emails that are still of use, and whose recipients may get them: they may have unsubscribed, or complained, meanwhile. */
async function notHeld(frame: Frame, due: readonly MailRow[]) {
  const { db } = frame
  const now = rightNow()
  const isLate = ({ validUntil }: MailRow) => validUntil !== null && validUntil <= now
  for (const mail of due) if (isLate(mail)) await keepBack(db, mail, { state: 'expired' })
  const mails = due.filter(mail => !isLate(mail))
  const [holdings, brands] = [await holdingsOf(db, frame, mails), await brandsOf(db, mails)]
  for (const mail of mails) {
    const holding = holdings.get(mail.id)
    if (!holding) continue
    await noteHolding(db, holding, mail.organisationId)
    await keepBack(db, mail, { state: 'suppressed', heldBy: holding.kind })
  }
  return { free: mails.filter(({ id }) => !holdings.has(id)), brands }
}

/**
 * An email is sent once: the one crash that cannot be told apart (the server took it, then we died) repeats it under
 * the same Message-ID.
 */
async function handOver(
  frame: Frame,
  mail: MailRow,
  brand: Brand | undefined,
  noteSent: (mail: MailRow) => Promise<void>,
): Promise<void> {
  const refused = await deliver(frame, mail, brand)
  const { settings } = frame
  if (settings.smtpUrl) mailServerOf(settings.smtpUrl, settings).pace.note(refused?.ofServer ?? false)
  if (!refused) return noteSent(mail)
  const { reason, forGood, ofRecipient: outcome } = refused
  frame.log.warn({ mail: mail.id, kind: mail.kind, attempt: mail.attempts + 1, reason }, 'mail not sent')
  const isOver = forGood || rightTime() - mail.createdAt.getTime() > TRIED_FOR
  const dueAt = isOver ? null : new Date(rightTime() + pauseAfter(mail.attempts) * 1000)
  await markNotSent(frame.db, mail.id, reason, dueAt ? 'queued' : 'failed', dueAt)
  if (!outcome) return
  // a final answer about the recipient counts as a returned mail does
  const of = { id: `smtp:${mail.id}`, source: 'smtp', address: mail.recipient, mailId: mail.id } as const
  await frame.db.transaction(db => recordReport(db, frame, { ...of, outcome, detail: reason, at: rightNow() }))
}

/** Notes emails that have left, those of a moment in one statement: one for each costs as much as handing it over. */
function marksOf({ db }: Frame): (mail: MailRow) => Promise<void> {
  let gathered: MailRow[] = []
  let marking: Promise<void> | undefined
  async function mark(): Promise<void> {
    try {
      for (; gathered.length > 0; ) {
        await sleep(GATHERED_FOR)
        const mails = gathered
        gathered = []
        await insist(() => markSent(db, mails, rightNow()))
      }
    } finally {
      marking = undefined
    }
  }
  return mail => {
    gathered.push(mail)
    marking ??= mark()
    return marking
  }
}

/** What is not noted would be sent again, so a database that is away for some seconds is waited for. */
async function insist(act: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (attempt === 10) throw error
      await sleep(attempt * 200)
    }
  }
}

/** Has a run begin when the next mail is due, and not while the mail server is left alone. */
async function wakeForRest({ db }: Frame, pace: MailPace): Promise<void> {
  const due = await nextDue(db)
  if (!due) return
  const runAt = new Date(Math.max(due.getTime(), pace.restsUntil()))
  await db.transaction(tx => addJob(tx, 'sendMails', {}, { key: 'sendMails', queue: OUTBOX_QUEUE, runAt }))
}
