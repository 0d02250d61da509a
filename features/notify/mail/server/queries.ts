import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { contains, pageOf } from '#server/lists.ts'
import { withoutSecrets } from './outbox.ts'
import { mailMessage, mailReport } from './tables.ts'

export type MailRow = typeof mailMessage.$inferSelect
type Db = Database | Transaction

/** Writes a mail, unless its key is taken: undefined then. */
export async function insertMail(db: Db, mail: typeof mailMessage.$inferInsert): Promise<string | undefined> {
  const [row] = await db.insert(mailMessage).values(mail).onConflictDoNothing().returning({ id: mailMessage.id })
  return row?.id
}

export async function findMailByKey(db: Db, key: string): Promise<string> {
  const [row] = await db.select({ id: mailMessage.id }).from(mailMessage).where(eq(mailMessage.key, key))
  if (!row) throw new Error('a mail whose key is taken is not there')
  return row.id
}

export async function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  const [row] = await db.select().from(mailMessage).where(eq(mailMessage.id, id))
  return row
}

/** Removes what was written before a moment. */
export async function forgetMailsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(mailMessage).where(lt(mailMessage.createdAt, before))
}

/** The mail that a code shows in a browser. */
export async function findMailToView(db: Db, viewHash: string): Promise<MailRow | undefined> {
  const [row] = await db.select().from(mailMessage).where(eq(mailMessage.viewHash, viewHash))
  return row
}

/** One page of the outbox, newest first, without the bodies. */
export async function listMails(
  db: Db,
  filter: { content?: string | undefined; state?: MailRow['state'] | undefined; page: number; limit: number },
) {
  const where = and(
    filter.state && eq(mailMessage.state, filter.state),
    contains(filter.content, mailMessage.recipient, mailMessage.subject),
  )
  const mails = db
    .select({
      id: mailMessage.id,
      kind: mailMessage.kind,
      recipient: mailMessage.recipient,
      subject: mailMessage.subject,
      state: mailMessage.state,
      heldBy: mailMessage.heldBy,
      failure: mailMessage.failure,
      viewHash: mailMessage.viewHash,
      createdAt: mailMessage.createdAt,
    })
    .from(mailMessage)
    .where(where)
  return pageOf(db, mails, filter, [desc(mailMessage.createdAt), mailMessage.id])
}

/** Where the given mails stand, by their ids. */
export async function mailStates(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<MailRow, 'state' | 'heldBy' | 'failure'>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: mailMessage.id,
      state: mailMessage.state,
      heldBy: mailMessage.heldBy,
      failure: mailMessage.failure,
    })
    .from(mailMessage)
    .where(sql`${mailMessage.id} = any(${sql.param([...ids])}::uuid[])`)
  return new Map(rows.map(({ id, ...stands }) => [id, stands]))
}

/** Notes that a mail has left. What was secret in it is forgotten. */
export async function markSent(db: Db, mail: MailRow, at: Date): Promise<void> {
  const { subject, text, html } = withoutSecrets(mail)
  await db
    .update(mailMessage)
    .set({ subject, text, html, state: 'sent', sentAt: at, failure: null, attempts: sql`${mailMessage.attempts} + 1` })
    .where(eq(mailMessage.id, mail.id))
}

/** Notes an attempt that failed; the mail stays queued unless that was the last one. */
export async function markNotSent(db: Db, id: string, failure: string, forGood: boolean): Promise<void> {
  await db
    .update(mailMessage)
    .set({ state: forGood ? 'failed' : 'queued', failure, attempts: sql`${mailMessage.attempts} + 1` })
    .where(and(eq(mailMessage.id, id), eq(mailMessage.state, 'queued')))
}

/** Keeps back a mail that waits to be sent. What was secret in it is forgotten. */
export async function markSuppressed(db: Db, mail: MailRow, heldBy: MailRow['heldBy']): Promise<void> {
  const bodies = withoutSecrets({ ...mail, state: 'suppressed' as const, viewHash: null })
  await db
    .update(mailMessage)
    .set({ ...bodies, state: 'suppressed', heldBy, viewHash: null, failure: null })
    .where(and(eq(mailMessage.id, mail.id), eq(mailMessage.state, 'queued')))
}

/** Notes that a mail came back, though a server had taken it. */
export async function markReturned(db: Db, id: string, failure: string, heldBy: MailRow['heldBy']): Promise<void> {
  await db
    .update(mailMessage)
    .set({ state: 'failed', failure: failure.slice(0, 300), heldBy })
    .where(and(eq(mailMessage.id, id), inArray(mailMessage.state, ['sent', 'failed'])))
}

/** The last mail that was sent to an address since a moment. */
export async function lastSentTo(db: Db, recipient: string, since: Date): Promise<MailRow | undefined> {
  const [row] = await db
    .select()
    .from(mailMessage)
    .where(and(eq(mailMessage.recipient, recipient), gt(mailMessage.sentAt, since)))
    .orderBy(desc(mailMessage.sentAt))
    .limit(1)
  return row
}

/** Notes a report; false when it was there before. */
export async function insertReport(db: Db, report: typeof mailReport.$inferInsert): Promise<boolean> {
  const rows = await db.insert(mailReport).values(report).onConflictDoNothing().returning({ id: mailReport.id })
  return rows.length > 0
}

/** How many reports of one outcome there are of an address since a moment. */
export const countReports = (db: Db, stamp: string, outcome: 'soft', since: Date): Promise<number> =>
  db.$count(
    mailReport,
    and(eq(mailReport.stamp, stamp), eq(mailReport.outcome, outcome), gt(mailReport.createdAt, since)),
  )

export async function forgetReportsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(mailReport).where(lt(mailReport.createdAt, before))
}

/** Removes every mail and text message to these addresses and numbers, one that waits to be sent among them. */
export async function purgeMails(db: Transaction, recipients: readonly string[]): Promise<void> {
  await db.delete(mailMessage).where(inArray(mailMessage.recipient, [...recipients]))
}

/** The titles of mails by their ids: "Your invitation (grace@fund.example)". */
export async function mailTitles(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: mailMessage.id, subject: mailMessage.subject, recipient: mailMessage.recipient })
    .from(mailMessage)
    .where(inArray(mailMessage.id, [...ids]))
  return new Map(rows.map(({ id, subject, recipient }) => [id, `${subject} (${recipient})`]))
}
