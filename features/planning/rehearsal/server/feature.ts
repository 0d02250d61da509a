import { isRehearsal } from '#features/core/part/server/access.ts'
import { rehearsalCalls } from '#features/planning/rehearsal/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { endRehearsalOf, removeRehearsalLater } from './ending.ts'
import { rehearsalJobs } from './jobs.ts'
import * as rehearsalActs from './rehearsalActs.ts'

export const rehearsalFeature = {
  handlers: handlersOf(rehearsalCalls, rehearsalActs),
  jobs: rehearsalJobs,
  hears: {
    roomStarted: async (context, pitch) => void (await endRehearsalOf(context, pitch)),
    roomEnds: async ({ db, now }, pitch) => {
      if (isRehearsal(pitch)) await removeRehearsalLater(db, pitch.id, now)
    },
  },
} satisfies Feature
