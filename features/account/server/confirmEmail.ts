import type { accountCalls } from '#features/account/contract.ts'
import { writeAudit } from '#features/audit/server/writeAudit.ts'
import { useCode as takeCode } from '#features/factor/server/codes.ts'
import { followAddress } from '#features/pitch/server/addressQueries.ts'
import { endSessions } from '#features/session/server/endSessions.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { mailChangeNotice } from './emailChange.ts'
import { personalInfo } from './personalInfo.ts'
import { type EmailChangeRow, lockOwn, updateChange, waitingChange, writeUnique } from './profileQueries.ts'
import { type AccountRow, updateAccount } from './queries.ts'

type Confirming = ContextOf<typeof accountCalls.confirmEmail>

/** [CALL-096, STATE-076] */
export const confirmEmail: Handler<typeof accountCalls.confirmEmail> = async context => {
  const { db, actor, input, now, fail, frame } = context
  const person = await lockOwn(db, actor.accountId)
  const change = await waitingChange(db, person.id)
  if (!change && person.emailConfirmedAt) return fail('NothingToConfirm')
  const purpose = change ? 'changeEmail' : 'confirmEmail'
  const right = await takeCode({ outside: frame.db, db }, { purpose, subject: person.id, code: input.code, now })
  if (!right) return fail('EmailCodeWrong')
  if (change) await moveTo(context, person, change)
  else await updateAccount(db, person.id, { emailConfirmedAt: now }, now)
  return personalInfo(db, person.id, now)
}

/** The new address takes the place of the old one everywhere where people are known by theirs. */
async function moveTo(context: Confirming, person: AccountRow, change: EmailChangeRow): Promise<void> {
  const { db, actor, now, fail } = context
  const { newEmail, oldEmail } = change
  if (!(await writeUnique(db, person.id, { email: newEmail, emailConfirmedAt: now }, now))) fail('EmailExists')
  await followAddress(db, person.organisationId, { from: oldEmail, to: newEmail })
  await endSessions(context, { accountId: person.id, kind: 'session', exceptSessionId: actor.sessionId })
  const undo = await mailChangeNotice(context, person, change)
  await updateChange(db, change.id, { confirmedAt: now, ...undo })
  const detail = { from: oldEmail, to: newEmail }
  await writeAudit(context, { action: 'account.changeEmail', subject: person.id, detail })
}
