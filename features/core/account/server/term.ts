import { and, gt, isNull, lte, or, type SQL } from 'drizzle-orm'
import { DateTime } from 'luxon'
import type { TermState } from '#features/core/account/rules.ts'
import { account } from './tables.ts'

/** [ENT-037] The time in which an account may be used; null on a side that is open. */
export interface Term {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

/** Whether a term has begun and is not over: its first instant belongs to it, its last one does not. */
export const isWithinTerm = ({ startsAt, endsAt }: Term, now: Date): boolean =>
  (startsAt === null || startsAt <= now) && !isTermOver({ endsAt }, now)

/** Whether a term is over. One that has yet to begin is not: its owner can be written to, and set a password. */
export const isTermOver = ({ endsAt }: Pick<Term, 'endsAt'>, now: Date): boolean => endsAt !== null && endsAt <= now

/** The same as a condition on `account`. */
export const withinTerm = (now: Date): SQL | undefined =>
  and(or(isNull(account.startsAt), lte(account.startsAt, now)), or(isNull(account.endsAt), gt(account.endsAt, now)))

/** Days, as `YYYY-MM-DD`. */
export interface TermDays {
  readonly startDate: string | null
  readonly endDate: string | null
}

/** From the first moment of the first day until the last one of the last, by the clocks of an IANA zone. */
export function termOf({ startDate, endDate }: TermDays, zone: string): Term {
  const dayOf = (day: string) => DateTime.fromISO(day, { zone }).startOf('day')
  return {
    startsAt: startDate === null ? null : dayOf(startDate).toJSDate(),
    endsAt: endDate === null ? null : dayOf(endDate).plus({ days: 1 }).startOf('day').toJSDate(),
  }
}

/** How a term stands at an instant. */
export function termState({ startsAt, endsAt }: Term, now: Date): TermState {
  if (isTermOver({ endsAt }, now)) return 'over'
  if (startsAt !== null && startsAt > now) return 'before'
  return startsAt === null && endsAt === null ? 'none' : 'within'
}
