import type { Hearer } from '#server/occasions.ts'
import { hasCommitments } from './queries.ts'

export const commitmentHearer = {
  // money that was committed is a record, and keeps its pitch
  pitchPurges: async ({ db }, pitch) => ((await hasCommitments(db, pitch.id)) ? 'keep' : undefined),
} satisfies Hearer
