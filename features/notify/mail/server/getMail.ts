import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { mailCalls } from '#features/notify/mail/contract.ts'
import type { Handler } from '#server/context.ts'
import { mailHead } from './mailHead.ts'
import { findMail } from './queries.ts'
import { withoutSecrets } from './withoutSecrets.ts'

/** A mail may hold a link by which its reader signs in, so who opens one is noted. */
export const getMail: Handler<typeof mailCalls.getMail> = async context => {
  const { db, input, fail } = context
  const mail = withoutSecrets((await findMail(db, input.id)) ?? fail('NotFound'))
  const { organisationId, text, html, calendar } = mail
  await writeAudit(context, { action: 'mail.read', subject: mail.id, organisationId })
  return { ...mailHead(mail), text, html, calendar }
}
