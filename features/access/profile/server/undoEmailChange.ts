import type { ErrorCode } from '#contract/errors.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { mailPasswordLink } from '#features/access/recovery/server/activation.ts'
import { endSessions } from '#features/access/session/server/endSessions.ts'
import { deleteConnectionsSince } from '#features/access/social/server/queries.ts'
import { hashPassword } from '#features/core/account/server/passwords.ts'
import { isAddressTaken, writeUnique } from '#features/core/account/server/profileQueries.ts'
import { type AccountRow, updateAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { followAddress } from '#features/core/pitch/server/addressQueries.ts'
import type { Context, Handler } from '#server/context.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken, newToken } from '#server/tokens.ts'
import { changeOfLink, type EmailChangeRow, takeUndo } from './changeQueries.ts'

export const checkUndoEmailLink: Handler<typeof profileCalls.checkUndoEmailLink> = async context => {
  const found = await readUndoLink(context, context.input.link_code)
  if (typeof found === 'string') return context.fail(found)
  return { old_email: found.change.oldEmail, new_email: found.person.email }
}

/**
 * The person who changed the address knew the password or had it reset, so it is dropped and a link for a new one is
 * emailed.
 */
export const undoEmailChange: Handler<typeof profileCalls.undoEmailChange> = async context => {
  const { db, input, now, fail } = context
  const found = await readUndoLink(context, input.link_code)
  if (typeof found === 'string') return fail(found)
  const { change, person } = found
  if (!(await takeUndo(db, change, now))) return fail('LinkExpired')
  const { oldEmail: email } = change
  if (!(await writeUnique(db, person.id, { email, emailConfirmedAt: now }, now))) return fail('EmailExists')
  await followAddress(db, person.organisationId, { from: person.email, to: email })
  await endSessions(context, { accountId: person.id }, 'emailChanged')
  // A provider that was connected meanwhile was told of to the other address alone, and would still open the door.
  const disconnected = await deleteConnectionsSince(db, person.id, change.requestedAt)
  // Not without one: an admin could correct the address of an account that never had a password.
  const passwordHash = await hashPassword(newToken().token)
  const back = await updateAccount(db, person.id, { passwordHash, passwordChangedAt: now }, now)
  if (back.state !== 'disabled') await mailPasswordLink(context, back)
  const actor = { accountId: person.id, organisationId: person.organisationId }
  const detail = { from: person.email, to: email, ...(disconnected.length ? { disconnected } : {}) }
  await writeAudit({ ...context, actor }, { action: 'account.undoEmailChange', subject: person.id, detail })
  return { old_email: email }
}

type WhyNot = Extract<ErrorCode, 'LinkNotFound' | 'LinkExpired' | 'EmailExists'>

/** The change of address that an emailed link undoes, or why it cannot. Guesses are counted. */
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
