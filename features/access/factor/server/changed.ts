import type { AccountRow } from '#features/core/account/server/queries.ts'
import type { AuditContext, Deed } from '#features/core/audit/server/writeAudit.ts'
import { type MailContext, mailTo } from '#features/notify/mail/server/queueMail.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Outside } from '#server/context.ts'
import { type Change, changeMail } from './emails.ts'

/**
 * Emails a person that the protection of their account has changed, and writes the audit entry. `id` makes the email's
 * key unique.
 */
export function tellOfChange(
  context: MailContext & AuditContext & Pick<Outside, 'now'>,
  person: AccountRow,
  change: Change,
  id: string,
  audit?: Omit<Deed, 'subject'>,
): Promise<void> {
  const { id: subject, organisationId, firstname, timezone, language } = person
  const url = `${context.frame.settings.publicUrl}/personal-info/profile`
  return tell(context, {
    audit: audit && { subject, organisationId, ...audit },
    mail: {
      ...mailTo(person),
      key: `protection:${change}:${id}`,
      kind: 'accountProtection',
      ...changeMail(language, { firstname, change, at: context.now, timezone, url }),
    },
  })
}
