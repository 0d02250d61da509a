import type { ErrorCode } from '#contract/errors.ts'
import { isAddressTaken } from '#features/core/account/server/profileQueries.ts'
import type { AccountRow } from '#features/core/account/server/queries.ts'
import type { Context } from '#server/context.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { changeOfLink, type EmailChangeRow } from './changeQueries.ts'

type WhyNot = Extract<ErrorCode, 'LinkNotFound' | 'LinkExpired' | 'EmailExists'>

/** The change of address that a mailed link undoes, or why it cannot. Guesses are counted. */
export async function readUndoLink(
  { db, frame, request, now }: Pick<Context, 'db' | 'frame' | 'request' | 'now'>,
  code: string,
): Promise<{ change: EmailChangeRow; person: AccountRow } | WhyNot> {
  const found = await changeOfLink(db, hashToken(code))
  if (!found) {
    await countWrongLink(frame, request.ip)
    return 'LinkNotFound'
  }
  const { change, person } = found
  if (change.undoneAt || !change.undoUntil || change.undoUntil <= now) return 'LinkExpired'
  return (await isAddressTaken(db, change.oldEmail, person.id)) ? 'EmailExists' : found
}
