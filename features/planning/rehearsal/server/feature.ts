import { isRehearsal } from '#features/core/part/server/access.ts'
import type { rehearsalCalls } from '#features/planning/rehearsal/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { endRehearsalOf, removeRehearsalLater } from './ending.ts'
import { rehearsalJobs } from './jobs.ts'
import { endRehearsal, getRehearsal, openRehearsal } from './rehearsalActs.ts'

export const rehearsalFeature = {
  handlers: {
    openRehearsal,
    endRehearsal,
    getRehearsal,
  } satisfies Handlers<typeof rehearsalCalls>,
  jobs: rehearsalJobs,
  hears: {
    roomStarted: async (context, pitch) => void (await endRehearsalOf(context, pitch)),
    roomEnds: async ({ db, now }, pitch) => {
      if (isRehearsal(pitch)) await removeRehearsalLater(db, pitch.id, now)
    },
  },
} satisfies Feature
