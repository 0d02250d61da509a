import { usernameFrom, usernamesAfter } from '#features/core/account/rules.ts'
import { type AccountRow, usernamesLike } from '#features/core/account/server/queries.ts'
import { mailTo, queueMail } from '#features/notify/mail/server/queueMail.ts'
import type { Context } from '#server/context.ts'
import { newToken } from '#server/tokens.ts'
import { replaceLinks } from './linkQueries.ts'
import { setPasswordMail } from './recoveryEmails.ts'

/** Days for which a link to set a password is valid. */
export const LINK_DAYS = 7

/** Emails a person a link to set their password, in their language. Their earlier links end. */
export async function mailPasswordLink(
  context: Pick<Context, 'db' | 'now' | 'enqueue' | 'frame'>,
  person: AccountRow,
): Promise<void> {
  const { db, now, frame } = context
  const { token, hash } = newToken()
  const expiresAt = new Date(now.getTime() + LINK_DAYS * 86_400_000)
  const { email: sentTo, id: accountId } = person
  const link = { accountId, sentTo, purpose: 'setPassword' as const, tokenHash: hash, expiresAt, createdAt: now }
  const id = await replaceLinks(db, link, now)
  await queueMail(context, {
    ...mailTo(person),
    key: `setPassword:${id}`,
    kind: 'setPassword',
    ...setPasswordMail(person.language, {
      firstname: person.firstname,
      username: person.username ?? person.email,
      url: `${frame.settings.publicUrl}/setup-account?link_code=${token}`,
      days: LINK_DAYS,
    }),
  })
}

/** A free username made from an email address; a racing request may still take it (RULE-021). */
export async function freeUsername(db: Context['db'], email: string): Promise<string> {
  const wanted = usernameFrom(email)
  const taken = await usernamesLike(db, wanted)
  for (const name of usernamesAfter(wanted)) if (!taken.has(name)) return name
  throw new Error(`no user name is left for ${wanted}`)
}
