import type { ErrorCode } from '#contract/errors.ts'
import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import type { AccountRow } from '#features/core/account/server/queries.ts'
import { isTermOver } from '#features/core/account/server/term.ts'
import type { Context, Handler } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { findLink, type LinkRow } from './linkQueries.ts'

export const checkResetPasswordLink: Handler<typeof recoveryCalls.checkResetPasswordLink> = async context => {
  const found = await readPasswordLink(context, context.input.link_code)
  if (typeof found === 'string') return context.fail(found)
  const { email, firstname, lastname, username, companyName: company_name } = found.person
  const { flag, pitchCode } = found.link
  return { email, firstname, lastname, username: username ?? '', company_name, flag, pitchCode }
}

type WhyNoLink = Extract<ErrorCode, 'LinkNotFound' | 'EmailNotOfLink' | 'UserNotFound' | 'AccountNotEnabled'>
type Found = { readonly link: LinkRow; readonly person: AccountRow }

/** The account and the link of a code, or why it leads nowhere. */
export async function readAnyLink(db: Database | Transaction, code: string, now: Date): Promise<Found | WhyNoLink> {
  const found = await findLink(db, hashToken(code))
  if (!found) return 'LinkNotFound'
  const { link, account: person } = found
  if (person.deletedAt) return 'UserNotFound'
  if (person.state === 'disabled' || isTermOver(person, now)) return 'AccountNotEnabled'
  // A person who can read a former mailbox must not be able to use the link.
  if (link.sentTo !== person.email) return 'EmailNotOfLink'
  return { link, person }
}

/**
 * Whose link to set a password a code is, or why it leads nowhere [ERR-031, ERR-032]; a used one has expired. Guesses
 * are counted: fails with TooManyRequests.
 */
export async function readPasswordLink(
  { db, frame, request, now }: Pick<Context, 'db' | 'frame' | 'request' | 'now'>,
  code: string,
): Promise<Found | WhyNoLink | 'LinkExpired'> {
  const found = await readAnyLink(db, code, now)
  if (found === 'LinkNotFound') await countWrongLink(frame, request.ip)
  if (typeof found === 'string') return found
  return found.link.usedAt || found.link.expiresAt <= now ? 'LinkExpired' : found
}
