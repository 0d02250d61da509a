/** The longest pause, in milliseconds, so that a page recovers within three seconds after the server. */
const LONGEST = 2800

/**
 * The pause before another attempt, in milliseconds; `attempt` counts up from 0. It grows, and is random, so that
 * browsers do not return all at once.
 */
export const pauseBefore = (attempt: number, longest: number = LONGEST): number =>
  Math.min(longest, 600 * 2 ** attempt) * (0.5 + Math.random() / 2)
