import { defaultStatement } from '#features/results/commitment/server/statementQueries.ts'

/** What a commitment repeats of the sentence on what it is, in an organisation without one of its own. */
export const shown = {
  statement: defaultStatement('en'),
  statement_version: 0,
  statement_language: 'en',
} as const
