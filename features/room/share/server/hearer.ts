import type { Hearer } from '#server/occasions.ts'
import { endSharesOf } from './queries.ts'

export const shareHearer = {
  roomEnds: async ({ db, now }, { id }) => void (await endSharesOf(db, id, now)),
} satisfies Hearer
