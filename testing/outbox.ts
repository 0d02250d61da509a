import { and, desc, eq } from 'drizzle-orm'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import type { Database } from '#server/db/database.ts'

/** The e-mails to an address, newest first. */
export const mailsTo = (db: Database, recipient: string, kind?: string) =>
  db
    .select()
    .from(mailMessage)
    .where(and(eq(mailMessage.recipient, recipient), kind === undefined ? undefined : eq(mailMessage.kind, kind)))
    .orderBy(desc(mailMessage.createdAt))

/** The code of the last link for setting a password that was mailed to an address. */
export async function linkCodeOf(db: Database, recipient: string): Promise<string> {
  const [mail] = await mailsTo(db, recipient, 'setPassword')
  const code = mail?.text.match(/\/setup-account\?link_code=([\w-]{43})\s/)?.[1]
  if (!code) throw new Error(`no link was mailed to ${recipient}`)
  return code
}
