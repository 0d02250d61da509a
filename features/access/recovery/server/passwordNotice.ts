import type { AccountRow } from '#features/core/account/server/queries.ts'
import { type MailContext, queueMail } from '#features/notify/mail/server/queueMail.ts'
import type { Context } from '#server/context.ts'
import { passwordChangedMail } from './recoveryEmails.ts'

/** Tells somebody that their password is another one now: if it was not them, this is how they learn it. */
export async function mailPasswordChanged(
  context: MailContext & Pick<Context, 'now' | 'request'>,
  { id, email: recipient, language, firstname, timezone, organisationId }: AccountRow,
): Promise<void> {
  const { now, request, frame } = context
  const url = `${frame.settings.publicUrl}/forgot-password`
  const mail = passwordChangedMail(language, { firstname, at: now, timezone, ip: request.ip, url })
  const key = `passwordChanged:${id}:${now.getTime()}`
  await queueMail(context, { key, kind: 'passwordChanged', organisationId, recipient, language, ...mail })
}
