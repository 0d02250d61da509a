import type { Hearer } from '#server/occasions.ts'
import { removeFeedback, removeSessionRatings } from './queries.ts'

export const feedbackHearer = {
  pitchReopens: async ({ db }, { pitch, action }) => {
    if (action === 'restart') return
    await removeFeedback(db, pitch.id)
    await removeSessionRatings(db, pitch.id)
  },
} satisfies Hearer
