import type { ErrorCode } from '#contract/errors.ts'
import { hashToken } from '#features/session/server/tokens.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type AccountRow, findLink } from './queries.ts'

type WhyNot = Extract<ErrorCode, 'LinkNotFound' | 'LinkExpired' | 'UserNotFound' | 'AccountNotEnabled'>

/** Whose link a code is, or why it leads nowhere [ERR-031, ERR-032]. A used one has expired. */
export async function readPasswordLink(
  db: Database | Transaction,
  code: string,
  now: Date,
): Promise<{ linkId: string; person: AccountRow } | WhyNot> {
  const found = await findLink(db, hashToken(code))
  if (!found) return 'LinkNotFound'
  const { link, account: person } = found
  if (person.deletedAt) return 'UserNotFound'
  if (link.usedAt || link.expiresAt <= now) return 'LinkExpired'
  if (person.state === 'disabled') return 'AccountNotEnabled'
  return { linkId: link.id, person }
}
