import { standingOf } from '#features/core/account/server/accreditationQueries.ts'
import { type AccreditationGap, gapOf } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'

type Enforcing = Pick<PitchRow, 'enforceAccredit' | 'state' | 'realStartAt'>

/**
 * [ENT-010] What an attendee lacks of the accreditation that a pitch needs now; undefined when the pitch needs none or
 * they have it. Not for the people who run the pitch, who are no investors.
 *
 * An accreditation that was valid when the pitch went live counts until it ends: it would be no use to investors to lose
 * the last minutes of a presentation, or to be shut out by a reload. A commitment needs one that is valid at its own
 * moment (`at: 'thisMoment'`), also within that time. A proof that was taken back counts from that moment on, for everything.
 */
export async function missingAccreditation(
  db: Database | Transaction,
  pitch: Enforcing,
  accountId: string,
  at: 'thisMoment' | 'thisRun' = 'thisRun',
): Promise<AccreditationGap | undefined> {
  if (!pitch.enforceAccredit) return undefined
  return gapOf(await standingOf(db, accountId), at === 'thisRun' ? neededAt(pitch) : rightNow())
}

/** The instant at which an accreditation has to be valid for what people see of a pitch now. */
export function neededAt({ state, realStartAt }: Pick<PitchRow, 'state' | 'realStartAt'>, now = rightNow()): Date {
  return state === 'inProgress' && realStartAt && realStartAt < now ? realStartAt : now
}
