/** From here on it is said that little time is left, in milliseconds: five minutes. */
export const SOON = 5 * 60_000

/** How a pitch stands to its planned end; `left` in milliseconds, below zero after it. */
export const standingOfTime = (left: number): 'plenty' | 'soon' | 'over' =>
  left < 0 ? 'over' : left <= SOON ? 'soon' : 'plenty'
