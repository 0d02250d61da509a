import { type AuditContext, type Deed, writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { type MailContext, type MailDraft, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { createNotice, type NewNotice } from './createNotice.ts'
import type { NoticeKind } from './texts.ts'

/** What a deed leaves behind; what is undefined or false it does not leave. */
export interface Told<K extends NoticeKind> {
  /** For the audit log: who did what to whom. */
  readonly audit?: Deed | undefined
  /** For the bell of people whom it concerns. */
  readonly notice?: NewNotice<K> | false | undefined
  /** For the mailbox of one of them. */
  readonly mail?: MailDraft | false | undefined
}

/** Writes what a deed leaves behind, in its transaction: all of it is there if and only if the deed is done. */
export async function tell<K extends NoticeKind>(
  context: MailContext & AuditContext,
  { audit, notice, mail }: Told<K>,
): Promise<void> {
  if (notice) await createNotice(context.db, notice)
  if (mail) await queueMail(context, mail)
  if (audit) await writeAudit(context, audit)
}
