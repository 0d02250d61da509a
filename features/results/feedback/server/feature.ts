import type { feedbackCalls } from '#features/results/feedback/contract.ts'
import type { ServerPart } from '#features/room/room/server/parts.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { createAttendeeFeedback, getAttendeeFeedbackList, getMyFeedback } from './attendeeFeedback.ts'
import { removeFeedback, removeSessionRatings } from './queries.ts'
import { createPitchEPFeedback, getMyPitchEPFeedback, getPitchEPFeedbackList } from './sessionRatings.ts'

export const feedbackFeature = {
  handlers: {
    createAttendeeFeedback,
    getMyFeedback,
    getAttendeeFeedbackList,
    createPitchEPFeedback,
    getMyPitchEPFeedback,
    getPitchEPFeedbackList,
  } satisfies Handlers<typeof feedbackCalls>,
  hears: {
    pitchReopens: async ({ db }, { pitch, action }) => {
      if (action === 'restart') return
      await removeFeedback(db, pitch.id)
      await removeSessionRatings(db, pitch.id)
    },
  },
} satisfies Feature

export const feedbackServerPart = { signed: ['feedbackGiven'] } satisfies ServerPart
