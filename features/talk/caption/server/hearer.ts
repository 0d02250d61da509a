import { rewriteStored } from '#features/room/room/server/storedEvents.ts'
import type { Hearer } from '#server/occasions.ts'
import { clearCaptions, pitchesSpokenIn, renameSpeakers } from './queries.ts'

export const captionHearer = {
  namesTaken: async ({ db }, { pitchId, nameless }) => {
    await renameSpeakers(db, pitchId, nameless)
    return []
  },
  roomsNaming: ({ db }, accountId) => pitchesSpokenIn(db, accountId),
  pitchReopens: async ({ db }, { pitch }) => {
    await clearCaptions(db, pitch.id)
    // nobody who resumes gets what was said in the run before; the events stay, for their numbers have no gaps
    await rewriteStored(db, pitch.id, 'captionSaid', () => ({ payload: { caption: null } }))
  },
} satisfies Hearer
