import type { RecoveryFlag } from '#features/core/account/rules.ts'
import { type AccountRow, findAccountByName } from '#features/core/account/server/queries.ts'
import { isTermOver } from '#features/core/account/server/term.ts'
import { type MailContext, queueMail } from '#features/notify/mail/server/queueMail.ts'
import type { Context } from '#server/context.ts'
import { newToken } from '#server/tokens.ts'
import { mailPasswordLink } from './activation.ts'
import { replaceLinks } from './linkQueries.ts'
import { passwordChangedMail, resetPasswordMail, usernameMail } from './recoveryEmails.ts'

/** Minutes for which a link to set a new password is valid. */
export const RESET_MINUTES = 60

/** What a person who cannot sign in asked for, and where they were. */
export interface Recovery {
  readonly what: 'password' | 'username'
  /** In lower case. */
  readonly email: string
  readonly flag: RecoveryFlag
  /** The pitch's uuid, or empty. */
  readonly pitchCode: string
}

type Mailing = MailContext & { readonly db: Parameters<typeof mailPasswordLink>[0]['db']; readonly now: Date }

/**
 * Emails the owner of an address what they asked for; nothing to an unknown address, a person who was only invited to a
 * pitch, or an account that is disabled or out of its term. A person without a password gets the link to set their
 * first.
 */
export async function mailRecovery(context: Mailing, recovery: Recovery): Promise<void> {
  const person = await findAccountByName(context.db, recovery.email)
  if (!person || (person.state !== 'active' && person.state !== 'awaiting') || isTermOver(person, context.now)) return
  if (recovery.what === 'username') await mailUsername(context, person, recovery)
  else if (person.state === 'awaiting' && person.passwordHash === null) await mailPasswordLink(context, person)
  else await mailResetLink(context, person, recovery)
}

async function mailResetLink(context: Mailing, person: AccountRow, { flag, pitchCode }: Recovery): Promise<void> {
  const { db, now, frame } = context
  const { token, hash } = newToken()
  const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000)
  const { id: accountId, email: sentTo, language, firstname, organisationId } = person
  const link = { accountId, sentTo, flag, pitchCode, purpose: 'resetPassword' as const, tokenHash: hash, expiresAt }
  const id = await replaceLinks(db, { ...link, createdAt: now }, now)
  const url = `${frame.settings.publicUrl}/reset-password/${flag}/${pitchCode || 'none'}/${token}`
  const username = person.username ?? sentTo
  const mail = resetPasswordMail(language, { firstname, username, url, minutes: RESET_MINUTES })
  const key = `resetPassword:${id}`
  await queueMail(context, { key, kind: 'resetPassword', organisationId, recipient: sentTo, language, ...mail })
}

async function mailUsername(context: Mailing, person: AccountRow, { pitchCode }: Recovery): Promise<void> {
  const { now, frame } = context
  const { id, email: recipient, language, firstname, organisationId } = person
  const back = pitchCode ? `?redirect=${encodeURIComponent(`/live/${pitchCode}`)}` : ''
  const url = `${frame.settings.publicUrl}/login${back}`
  const mail = usernameMail(language, { firstname, username: person.username ?? recipient, url })
  const key = `username:${id}:${now.getTime()}`
  await queueMail(context, { key, kind: 'username', organisationId, recipient, language, ...mail })
}

/** Emails a person that their password was changed, so that they notice a takeover. */
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
