import { isRehearsal } from '#features/core/part/server/access.ts'
import type { Hearer } from '#server/occasions.ts'
import { endRehearsalOf } from './ending.ts'
import { removeRehearsalLater } from './removing.ts'

export const rehearsalHearer = {
  roomStarted: async (context, pitch) => void (await endRehearsalOf(context, pitch)),
  roomEnds: async ({ db, now }, pitch) => {
    if (isRehearsal(pitch)) await removeRehearsalLater(db, pitch.id, now)
  },
} satisfies Hearer
