import { and, asc, desc, eq, isNotNull, lte, min, sql } from 'drizzle-orm'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { withoutSecrets } from './outbox.ts'
import type { MailRow } from './queries.ts'
import { mailMessage } from './tables.ts'

type Db = Database | Transaction

/** Emails that are due, without those that are under way: first what someone waits for, then the oldest. */
export const dueMails = (db: Db, underWay: readonly string[], limit: number): Promise<MailRow[]> =>
  db
    .select()
    .from(mailMessage)
    .where(
      and(
        isNotNull(mailMessage.dueAt),
        lte(mailMessage.dueAt, rightNow()),
        eq(mailMessage.state, 'queued'),
        underWay.length > 0 ? sql`${mailMessage.id} <> all(${sql.param(underWay)}::uuid[])` : undefined,
      ),
    )
    .orderBy(desc(mailMessage.urgent), asc(mailMessage.dueAt))
    .limit(limit)

/** When the next mail is due; undefined when none waits. */
export async function nextDue(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: min(mailMessage.dueAt) })
    .from(mailMessage)
    .where(and(isNotNull(mailMessage.dueAt), eq(mailMessage.state, 'queued')))
  return row?.at ?? undefined
}

const left = { state: 'sent', failure: null, dueAt: null, attempts: sql`${mailMessage.attempts} + 1` } as const

/**
 * Notes that emails have left. What was secret in them is forgotten, unless their reader may open them in a browser.
 */
export async function markSent(db: Db, mails: readonly MailRow[], sentAt: Date): Promise<void> {
  const whole = mails.filter(mail => mail.viewHash !== null).map(({ id }) => id)
  if (whole.length > 0)
    await db
      .update(mailMessage)
      .set({ ...left, sentAt })
      .where(sql`${mailMessage.id} = any(${sql.param(whole)}::uuid[])`)
  for (const mail of mails)
    if (mail.viewHash === null)
      await db
        .update(mailMessage)
        .set({ ...left, ...withoutSecrets(mail), sentAt })
        .where(eq(mailMessage.id, mail.id))
}

/** Notes an attempt that failed: the email waits for the next one, which the outbox makes at `dueAt`, or has failed. */
export async function markNotSent(
  db: Db,
  id: string,
  failure: string,
  state: 'queued' | 'failed',
  dueAt: Date | null = null,
): Promise<void> {
  await db
    .update(mailMessage)
    .set({ state, failure, dueAt, attempts: sql`${mailMessage.attempts} + 1` })
    .where(and(eq(mailMessage.id, id), eq(mailMessage.state, 'queued')))
}

/** Keeps back an email that waits to be sent. What was secret in it is forgotten. */
export async function keepBack(
  db: Db,
  mail: MailRow,
  why: { readonly state: 'suppressed'; readonly heldBy: MailRow['heldBy'] } | { readonly state: 'expired' },
): Promise<void> {
  const bodies = withoutSecrets({ ...mail, state: why.state, viewHash: null })
  await db
    .update(mailMessage)
    .set({ ...bodies, ...why, viewHash: null, failure: null, dueAt: null })
    .where(and(eq(mailMessage.id, mail.id), eq(mailMessage.state, 'queued')))
}
