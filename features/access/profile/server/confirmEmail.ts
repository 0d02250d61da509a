import { type Guess, guessCode, useCode as takeCode } from '#features/access/factor/server/codes.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { endSessions } from '#features/access/session/server/endSessions.ts'
import { lockOwn, writeUnique } from '#features/core/account/server/profileQueries.ts'
import { type AccountRow, updateAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { followAddress } from '#features/core/pitch/server/addressQueries.ts'
import { type ContextOf, prepares } from '#server/context.ts'
import { type EmailChangeRow, updateChange, waitingChange } from './changeQueries.ts'
import { mailChangeNotice } from './emailChange.ts'
import { personalInfo } from './personalInfo.ts'

type Call = typeof profileCalls.confirmEmail
type Confirming = ContextOf<Call>

const codeFor = (subject: string, change: EmailChangeRow | undefined) =>
  ({ purpose: change ? 'changeEmail' : 'confirmEmail', subject }) as const

/** [CALL-096, STATE-076] */
export const confirmEmail = prepares<Call, Guess>(
  async ({ frame: { db }, actor, input: { code }, now }) =>
    guessCode(db, { ...codeFor(actor.accountId, await waitingChange(db, actor.accountId)), code, now }),
  async (context, guess) => {
    const { db, actor, now, fail } = context
    const person = await lockOwn(db, actor.accountId)
    const change = await waitingChange(db, person.id)
    if (!change && person.emailConfirmedAt) return fail('NothingToConfirm')
    if (!(await takeCode(db, codeFor(person.id, change), guess))) return fail('EmailCodeWrong')
    if (change) await moveTo(context, person, change)
    else await updateAccount(db, person.id, { emailConfirmedAt: now }, now)
    return personalInfo(db, person.id, now)
  },
)

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
