import type { feedbackCalls } from '#features/results/feedback/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { createAttendeeFeedback } from './createAttendeeFeedback.ts'
import { createPitchEPFeedback } from './createPitchEPFeedback.ts'
import { getAttendeeFeedbackList } from './getAttendeeFeedbackList.ts'
import { getMyFeedback } from './getMyFeedback.ts'
import { getMyPitchEPFeedback } from './getMyPitchEPFeedback.ts'
import { getPitchEPFeedbackList } from './getPitchEPFeedbackList.ts'
import { removeFeedback, removeSessionRatings } from './queries.ts'

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
