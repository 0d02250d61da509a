/**
 * [ENT-068] Where a series stands. Forming: its papers are made, and no money is taken. Open: investors take its seats. Full:
 * every seat is taken. Closed: no more are taken.
 */
export const seriesStates = ['forming', 'open', 'full', 'closed'] as const
export type SeriesState = (typeof seriesStates)[number]

/** What a person may choose: whether an open series is full follows from its seats. */
export const chosenStates = ['forming', 'open', 'closed'] as const satisfies readonly SeriesState[]

/** The most seats of a series; more is a typing error. */
export const SEATS_MOST = 100_000

/** Prefixes that the IRS has assigned to nothing. */
const unassigned = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))

/** [RULE-067] An Employer Identification Number as "12-3456789", typed with or without its hyphen; or undefined. */
export function einOf(typed: string): string | undefined {
  const [, prefix = '', number] = /^(\d{2})-?(\d{7})$/.exec(typed.normalize('NFKC').trim()) ?? []
  return number && !unassigned.has(prefix) ? `${prefix}-${number}` : undefined
}

/** The last digits of an EIN, which are shown where it is masked. */
export const endOfEin = (ein: string): string => ein.slice(-4)

/** An EIN as lists show it. */
export const maskedEin = (end: string): string => `••-•••${end}`
