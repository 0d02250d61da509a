/** An error at the start that the operator can fix: printed as one sentence, without a stack trace. */
export class CannotStart extends Error {}

/** Advice to the operator when the database is newer than the program. */
export const START_NEWER =
  'Start the newer version, or restore the backup that was made before the update (docs/operating.md, Updates).'
