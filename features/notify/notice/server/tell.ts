import { type AuditContext, type Deed, writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { type MailContext, type MailDraft, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { createNotice, type NewNotice } from './createNotice.ts'
import type { NoticeKind } from './texts.ts'

/** The traces of an action; undefined or false ones are left out. */
export interface Traces<K extends NoticeKind> {
  /** For the audit log. */
  readonly audit?: Deed | undefined
  /** For the bell of the people concerned. */
  readonly notice?: NewNotice<K> | false | undefined
  /** For one person's mailbox. */
  readonly mail?: MailDraft | false | undefined
}

/** Writes the traces of an action in its transaction, so that they exist if and only if it commits. */
export async function tell<K extends NoticeKind>(
  context: MailContext & AuditContext,
  { audit, notice, mail }: Traces<K>,
): Promise<void> {
  if (notice) await createNotice(context.db, notice)
  if (mail) await queueMail(context, mail)
  if (audit) await writeAudit(context, audit)
}
