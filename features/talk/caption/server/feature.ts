import { rewriteStored } from '#features/room/room/server/storedEvents.ts'
import { captionCalls } from '#features/talk/caption/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as providerActs from './providerActs.ts'
import { clearCaptions, pitchesSpokenIn, renameSpeakers } from './queries.ts'
import { sendCaption } from './sendCaption.ts'
import * as settingsActs from './settingsActs.ts'
import * as transcriptActs from './transcriptActs.ts'

export const captionFeature = {
  handlers: handlersOf(captionCalls, { ...providerActs, sendCaption, ...settingsActs, ...transcriptActs }),
  hears: {
    namesTaken: async ({ db }, { pitchId, nameless }) => {
      await renameSpeakers(db, pitchId, nameless)
      return []
    },
    roomsNaming: ({ db }, accountId) => pitchesSpokenIn(db, accountId),
    pitchReopens: async ({ db }, { pitch }) => {
      await clearCaptions(db, pitch.id)
      // a browser that resumes must not get the captions of the run before; the events stay, since numbers have no gaps
      await rewriteStored(db, pitch.id, 'captionSaid', () => ({ payload: { caption: null } }))
    },
  },
} satisfies Feature
