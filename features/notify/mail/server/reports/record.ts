import type { SuppressionSource } from '#features/notify/suppression/rules.ts'
import { canonicalAddress } from '#features/notify/suppression/server/address.ts'
import { everywhere, showTo, stampOf, suppress } from '#features/notify/suppression/server/suppressing.ts'
import { rightTime } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import type { reportOutcomes } from '../../contract.ts'
import { countReports, findMail, insertReport, lastSentTo, type MailRow, markReturned } from '../queries.ts'

const DAY = 86_400_000
/** A receiver that refused a message may take another: its block ends by itself. */
const BLOCKED_FOR = 3 * DAY
/** So many soft bounces in so many days count as a bounce, for a month. */
const SOFT = { times: 3, within: 7 * DAY, holds: 30 * DAY } as const
/** Days for which reports are kept. */
export const REPORTS_KEPT_DAYS = 30
/**
 * A report that comes later than this after what it reports changes nothing: providers repeat for hours, not for days.
 */
const LATE = DAY
/** Clocks differ by so much at most. */
const EARLY = 5 * 60_000

/** What a mail server or a provider says of an email. */
export interface Report {
  /** Names it once and for all, with its source: a repeat changes nothing. */
  readonly id: string
  readonly outcome: (typeof reportOutcomes)[number]
  readonly source: SuppressionSource
  readonly address: string
  readonly detail: string
  readonly at: Date
  /** The email's id, where the report names it. */
  readonly mailId?: string | undefined
}

/** Whether a report of this moment still counts. */
export const isTimely = (at: Date): boolean => at.getTime() > rightTime() - LATE && at.getTime() < rightTime() + EARLY

/**
 * Does what a report asks for, once: the address is put on its list, and the email says why it did not arrive. Answers
 * whether it changed anything.
 */
export async function recordReport(db: Transaction, frame: Frame, report: Report): Promise<boolean> {
  const { id, outcome, address, at, detail } = report
  const stamp = await stampOf(frame.settings, canonicalAddress(address))
  if (!(await insertReport(db, { id, stamp, outcome }))) return false
  const mail = await mailReported(db, report)
  const kind = outcome === 'soft' ? undefined : outcome
  if (mail && outcome !== 'spam') await markReturned(db, mail.id, detail, kind ?? null)
  const where = { organisationId: mail?.organisationId ?? null, at, detail }
  if (outcome === 'blocks') await block(db, frame, report, where.organisationId)
  else if (outcome !== 'soft') await putOn(db, frame, report, outcome, where)
  else if ((await countReports(db, stamp, 'soft', new Date(rightTime() - SOFT.within))) >= SOFT.times)
    await putOn(db, frame, report, 'bounces', where, new Date(rightTime() + SOFT.holds))
  return true
}

/** The email that a report is about; without its id the last one that went to the address. */
async function mailReported(db: Transaction, { mailId, address }: Report): Promise<MailRow | undefined> {
  const mail = mailId === undefined ? undefined : await findMail(db, mailId)
  // a report of another address says nothing about this email
  if (mail && canonicalAddress(mail.recipient) === canonicalAddress(address)) return mail
  return lastSentTo(db, address, new Date(rightTime() - 5 * DAY))
}

/** A receiver does not want the messages of an organization: for some days it sends none. */
async function block(db: Transaction, { settings }: Frame, report: Report, organisationId: string | null) {
  if (organisationId === null) return
  const { address, source, detail, at } = report
  const expiresAt = new Date(rightTime() + BLOCKED_FOR)
  await suppress(db, settings, { organisationId, kind: 'blocks', address, source, detail, at, expiresAt })
}

/** What is so of the address holds for all organizations, and is shown to the one whose mail met it. */
async function putOn(
  db: Transaction,
  { settings }: Frame,
  { address, source, detail, at }: Report,
  kind: 'bounces' | 'spam',
  { organisationId: toWhom }: { organisationId: string | null },
  expiresAt: Date | null = null,
): Promise<void> {
  const entry = { organisationId: null, kind, address, source, detail, at, expiresAt } as const
  const row = (await suppress(db, settings, entry)) ?? (await everywhere(db, settings, kind, address))
  if (row && toWhom !== null) await showTo(db, row.id, toWhom, detail)
}
