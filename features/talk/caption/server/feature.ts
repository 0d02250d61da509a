import { rewriteStored } from '#features/room/room/server/storedEvents.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { googleTranslation, transcribeSpeech } from './providerActs.ts'
import { clearCaptions, pitchesSpokenIn, renameSpeakers } from './queries.ts'
import { sendCaption } from './sendCaption.ts'
import { getPitchCaptionSettings, setCaptionLanguage, updatePitchCaptionSettings } from './settingsActs.ts'
import { exportPitchCaptions, sgGetPitchCaptionL, sgGetPitchCaptionsData } from './transcriptActs.ts'

export const captionFeature = {
  handlers: {
    sendCaption,
    sgGetPitchCaptionsData,
    sgGetPitchCaptionL,
    setCaptionLanguage,
    getPitchCaptionSettings,
    updatePitchCaptionSettings,
    googleTranslation,
    transcribeSpeech,
    exportPitchCaptions,
  } satisfies Handlers<typeof captionCalls>,
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
