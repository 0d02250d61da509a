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
