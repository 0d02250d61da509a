import { manages, type PitchPart, type TotalChoice } from '#features/core/pitch/rules.ts'

/**
 * [RULE-088] Initials are two to four letters of any script, or one Han character, which is a whole name's. Undefined when
 * they are not; else as they are stored.
 */
export function parseInitials(text: string): string | undefined {
  const initials = text.normalize('NFKC').trim()
  return /^(?:(\p{L}\p{M}*){2,4}|\p{Script=Han})$/u.test(initials) && initials.length <= 12 ? initials : undefined
}

/** What a pitch asks for; amounts in minor units. */
export interface Terms {
  readonly minimumMinor: bigint | null
  /** Until when commitments are taken. */
  readonly commitUntil: Date | null
}

/** How long a free seat is kept for the investor to whom it was offered. */
export const SEAT_OFFER_HOURS = 24

/** The least amount of a pitch and its series: the larger of the two. */
export const largerOf = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || (other !== null && other > one) ? other : one

/** Why an amount (minor units) is refused at `now`; undefined when it is accepted. `commitUntil` itself is still in time. */
export function termsRefuse(
  { minimumMinor, commitUntil }: Terms,
  minor: bigint,
  now: Date,
): 'CommitmentTooLate' | 'CommitmentBelowMinimum' | undefined {
  if (commitUntil && now > commitUntil) return 'CommitmentTooLate'
  return minimumMinor !== null && minor < minimumMinor ? 'CommitmentBelowMinimum' : undefined
}

/** Whether a part sees the sum of all commitments in the room. Managers find it in the results anyway. */
export const seesTotal = (choice: TotalChoice, part: PitchPart): boolean =>
  choice === 'everybody' || (choice === 'host' && manages(part))
