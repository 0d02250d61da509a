import type { Handlers } from '#contract/call.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getPitchCaptionSettings, updatePitchCaptionSettings } from './captionSettings.ts'
import { exportPitchCaptions } from './exportPitchCaptions.ts'
import { googleTranslation } from './googleTranslation.ts'
import { sendCaption } from './sendCaption.ts'
import { setCaptionLanguage } from './setCaptionLanguage.ts'
import { sgGetPitchCaptionL } from './sgGetPitchCaptionL.ts'
import { sgGetPitchCaptionsData } from './sgGetPitchCaptionsData.ts'
import { transcribeSpeech } from './transcribeSpeech.ts'

/** The handlers of this feature's calls. */
export const captionHandlers = {
  sendCaption,
  sgGetPitchCaptionsData,
  sgGetPitchCaptionL,
  setCaptionLanguage,
  getPitchCaptionSettings,
  updatePitchCaptionSettings,
  googleTranslation,
  transcribeSpeech,
  exportPitchCaptions,
} satisfies Handlers<typeof captionCalls, Context, Actor>
