/** The longest pause, in milliseconds, so that a page recovers within three seconds after the server. */
const LONGEST = 2800

/**
 * How long to wait before another attempt, in milliseconds; `attempt` counts up from 0. Soon at first, then longer, and
 * never all browsers at the same moment.
 */
export const pauseBefore = (attempt: number, longest: number = LONGEST): number =>
  Math.min(longest, 600 * 2 ** attempt) * (0.5 + Math.random() / 2)
