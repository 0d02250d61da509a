import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { type Database, slicesOf, type Transaction } from '#server/db/database.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { contains, pageOf } from '#server/lists.ts'
import { mailMessage, mailReport } from './tables.ts'

export type MailRow = typeof mailMessage.$inferSelect
type Db = Database | Transaction

/** An email to write. */
type NewMail = Pick<
  typeof mailMessage.$inferInsert,
  | ('key' | 'kind' | 'recipient' | 'language' | 'subject' | 'text' | 'html' | 'state')
  | ('organisationId' | 'replyTo' | 'viewHash' | 'pictures' | 'calendar' | 'heldBy' | 'urgent' | 'about' | 'validUntil')
> & { readonly id: string; readonly dueAt?: Date | null }

/** Writes emails, except those whose key is taken; returns the ids of all of them, new or existing. */
export async function insertMails(db: Db, mails: readonly NewMail[]): Promise<string[]> {
  const written = new Map<string, string>()
  for (const some of slicesOf(mails, 25)) {
    const { id, key } = mailMessage
    for (const row of await insertMany(db, mailMessage, some, ['id', 'key'])) written.set(row.key, row.id)
    const taken = some.flatMap(mail => (written.has(mail.key) ? [] : [mail.key]))
    if (taken.length === 0) continue
    for (const row of await db.select({ id, key }).from(mailMessage).where(inArray(mailMessage.key, taken)))
      written.set(row.key, row.id)
  }
  return mails.map(({ key }) => {
    const id = written.get(key)
    if (id === undefined) throw new Error('a mail whose key is taken is not there')
    return id
  })
}

export async function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  const [row] = await db.select().from(mailMessage).where(eq(mailMessage.id, id))
  return row
}

/** Removes what was written before a moment. */
export async function forgetMailsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(mailMessage).where(lt(mailMessage.createdAt, before))
}

/** The email that a code shows in a browser. */
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

/** Where the given emails stand, by their ids. */
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

/** Notes that an email came back, though a server had taken it. */
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

/** Removes every email and text message to these addresses and numbers, one that waits to be sent among them. */
export async function purgeMails(db: Transaction, recipients: readonly string[]): Promise<void> {
  await db.delete(mailMessage).where(inArray(mailMessage.recipient, [...recipients]))
}

/** The titles of emails by their ids: "Your invitation (grace@fund.example)". */
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
