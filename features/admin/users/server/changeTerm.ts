import { CallFailed } from '#contract/call.ts'
import { type AccountRow, updateAccount } from '#features/core/account/server/queries.ts'
import { isWithinTerm, type TermDays, termOf } from '#features/core/account/server/term.ts'
import type { ActContext } from './lockPerson.ts'
import { note, signOutEverywhere } from './userActs.ts'

interface Change {
  /** As `YYYY-MM-DD`, empty for an open side, undefined for no change. */
  readonly start_date: string | undefined
  readonly end_date: string | undefined
  /** The user's new time zone. */
  readonly zone: string
}

/**
 * [ENT-037] Gives a user another term, or the same one in another zone. A user outside it is signed out at once; a user
 * inside it is signed out when it ends (`endTerm`).
 */
export async function changeTerm(context: ActContext, person: AccountRow, change: Change): Promise<void> {
  const { db, now, enqueue } = context
  const before: TermDays = { startDate: person.startDate, endDate: person.endDate }
  const after: TermDays = {
    startDate: change.start_date === undefined ? before.startDate : change.start_date || null,
    endDate: change.end_date === undefined ? before.endDate : change.end_date || null,
  }
  if (after.startDate && after.endDate && after.endDate < after.startDate)
    throw new CallFailed('InputInvalid', { end_date: 'endNotAfterStart' })
  const isOther = after.startDate !== before.startDate || after.endDate !== before.endDate
  if (!isOther && (change.zone === person.timezone || !(after.startDate || after.endDate))) return

  const term = termOf(after, change.zone)
  await updateAccount(db, person.id, { ...after, ...term }, now)
  const isOver = term.endsAt !== null && term.endsAt <= now
  if (!isWithinTerm(term, now)) await signOutEverywhere(context, person, isOver ? 'termOver' : undefined)
  if (term.endsAt && term.endsAt > now)
    await enqueue('endTerm', { accountId: person.id }, { key: `endTerm:${person.id}`, runAt: term.endsAt })
  if (isOther) await note(context, 'account.changeTerm', person, { from: before, to: after })
}
