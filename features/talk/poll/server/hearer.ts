import type { Hearer } from '#server/occasions.ts'
import { closeOpenPolls, resetPolls } from './queries.ts'

export const pollHearer = {
  roomEnds: ({ db, now }, { id }) => closeOpenPolls(db, id, now),
  pitchReopens: async ({ db }, { pitch, action }) => {
    if (action === 'reset') await resetPolls(db, pitch.id)
  },
} satisfies Hearer
