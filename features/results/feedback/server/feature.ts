import { feedbackCalls } from '#features/results/feedback/contract.ts'
import type { ServerPart } from '#features/room/room/server/parts.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as attendeeFeedback from './attendeeFeedback.ts'
import { removeFeedback, removeSessionRatings } from './queries.ts'
import * as sessionRatings from './sessionRatings.ts'

export const feedbackFeature = {
  handlers: handlersOf(feedbackCalls, { ...attendeeFeedback, ...sessionRatings }),
  hears: {
    pitchReopens: async ({ db }, { pitch, action }) => {
      if (action === 'restart') return
      await removeFeedback(db, pitch.id)
      await removeSessionRatings(db, pitch.id)
    },
  },
} satisfies Feature

export const feedbackServerPart = { signed: ['feedbackGiven'] } satisfies ServerPart
