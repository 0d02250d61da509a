import { CallFailed } from '#contract/call.ts'
import { codeIssuedAt, issueCode } from '#features/access/factor/server/codes.ts'
import { RESEND_SECONDS, UNDO_DAYS } from '#features/core/account/rules.ts'
import { isAddressTaken } from '#features/core/account/server/profileQueries.ts'
import type { AccountRow } from '#features/core/account/server/queries.ts'
import { type MailContext, queueMail } from '#features/notify/mail/server/queueMail.ts'
import type { Context } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { newToken } from '#server/tokens.ts'
import { waitingChange } from './changeQueries.ts'
import { addressTakenMail, emailChangedMail, emailCodeMail } from './profileEmails.ts'

export type Mailing = MailContext & Pick<Context, 'now' | 'request'>

/**
 * Mails somebody the code by which they prove their address: the one that is to be theirs, or the one that they have.
 * Fails with NothingToConfirm when neither waits, and with TooManyRequests within a minute of the last one, unless it
 * goes to an address that was just given (`isOther`).
 */
export async function mailConfirmation(context: Mailing, person: AccountRow, { isOther = false } = {}): Promise<void> {
  const { db, now, frame, request } = context
  const change = await waitingChange(db, person.id)
  if (!change && person.emailConfirmedAt) throw new CallFailed('NothingToConfirm')
  const purpose = change ? 'changeEmail' : 'confirmEmail'
  const sentAt = await codeIssuedAt(db, { purpose, subject: person.id })
  if (!isOther && sentAt && sentAt.getTime() + RESEND_SECONDS * 1000 > now.getTime())
    throw new CallFailed('TooManyRequests')
  const recipient = change?.newEmail ?? person.email
  await countMailAsked(frame, { ip: request.ip, to: recipient })
  // A code is made for an address that somebody else has as well, so that all looks the same; nobody gets to read it.
  const code = await issueCode(db, { purpose, subject: person.id }, now)
  const isTaken = change !== undefined && (await isAddressTaken(db, change.newEmail, person.id))
  const { firstname, language, organisationId } = person
  const url = `${frame.settings.publicUrl}/email/verify#${code}`
  const mail = isTaken
    ? addressTakenMail(language, { url: `${frame.settings.publicUrl}/forgot-username` })
    : emailCodeMail(language, { firstname, code, url, isChange: change !== undefined })
  const kind = isTaken ? 'addressTaken' : purpose
  const key = `${kind}:${person.id}:${now.getTime()}`
  await queueMail(context, { key, kind, organisationId, recipient, language, ...mail })
}

/** Tells the old address of the change, with a link to undo it. Answers what the change has to remember of that link. */
export async function mailChangeNotice(
  context: Mailing,
  person: AccountRow,
  change: { oldEmail: string; newEmail: string },
): Promise<{ undoHash: string; undoUntil: Date }> {
  const { now, frame, request } = context
  const { token, hash } = newToken()
  const { firstname, language, organisationId, timezone } = person
  const url = `${frame.settings.publicUrl}/email/undo-change?link_code=${token}`
  const said = { firstname, newEmail: change.newEmail, at: now, timezone, ip: request.ip, url, days: UNDO_DAYS }
  await queueMail(context, {
    key: `emailChanged:${hash}`,
    kind: 'emailChanged',
    organisationId,
    recipient: change.oldEmail,
    language,
    ...emailChangedMail(language, said),
  })
  return { undoHash: hash, undoUntil: new Date(now.getTime() + UNDO_DAYS * 86_400_000) }
}
