import { rewriteStored } from '#features/room/room/server/storedEvents.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getPitchCaptionSettings, updatePitchCaptionSettings } from './captionSettings.ts'
import { exportPitchCaptions } from './exportPitchCaptions.ts'
import { googleTranslation } from './googleTranslation.ts'
import { clearCaptions, pitchesSpokenIn, renameSpeakers } from './queries.ts'
import { sendCaption } from './sendCaption.ts'
import { setCaptionLanguage } from './setCaptionLanguage.ts'
import { sgGetPitchCaptionL } from './sgGetPitchCaptionL.ts'
import { sgGetPitchCaptionsData } from './sgGetPitchCaptionsData.ts'
import { transcribeSpeech } from './transcribeSpeech.ts'

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
      // nobody who resumes gets what was said in the run before; the events stay, for their numbers have no gaps
      await rewriteStored(db, pitch.id, 'captionSaid', () => ({ payload: { caption: null } }))
    },
  },
} satisfies Feature
