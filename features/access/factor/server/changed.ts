import type { AccountRow } from '#features/core/account/server/queries.ts'
import { type MailContext, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { type Change, changeMail } from './emails.ts'

/** Tells somebody by mail that the protection of their account has changed. `id` makes the mail one of its kind. */
export async function mailChange(
  context: MailContext & { readonly now: Date },
  person: AccountRow,
  change: Change,
  id: string,
): Promise<void> {
  const { language } = person
  await queueMail(context, {
    key: `protection:${change}:${id}`,
    kind: 'accountProtection',
    organisationId: person.organisationId,
    recipient: person.email,
    language,
    ...changeMail(language, {
      firstname: person.firstname,
      change,
      at: context.now,
      timezone: person.timezone,
      url: `${context.frame.settings.publicUrl}/personal-info/profile`,
    }),
  })
}
