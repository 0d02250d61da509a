/** What an operator can put right before a console starts: shown as a sentence, without a stack. */
export class CannotStart extends Error {}

/** What an operator does when the database is newer than the program. */
export const START_NEWER =
  'Start the newer version, or put the back-up in place that was made before the update (docs/operating.md, Updates).'
