import { fullName } from '#contract/names.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { type MailContext, mailTo, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { accreditationMail } from './emails.ts'
import type { AccreditationRow } from './queries.ts'

const kinds = {
  approved: 'accreditationApproved',
  refused: 'accreditationRefused',
  expires: 'accreditationExpires',
} as const

/** Tells an investor by notice and email what was decided, or that their accreditation ends soon. */
export async function tellOwner(
  context: MailContext,
  { id, accountId, validUntil, reason, reviewedAt }: AccreditationRow,
  what: keyof typeof kinds,
): Promise<void> {
  const { db, frame } = context
  const person = await findAccount(db, accountId)
  const params = { reason, until: validUntil?.toISOString().slice(0, 10) ?? '' }
  await createNotice(db, { accountIds: [accountId], kind: kinds[what], params })
  await queueMail(context, {
    ...mailTo(person),
    ...{ key: `accreditation:${id}:${what}:${reviewedAt?.getTime()}`, kind: 'accreditation', inBrowser: true },
    ...accreditationMail(what, person.language, {
      ...{ name: fullName(person), until: validUntil, reason: what === 'refused' ? reason : '' },
      zone: person.preferredTimezone ?? person.timezone,
      url: `${frame.settings.publicUrl}/investor/accreditation`,
    }),
  })
}
