import { shareCalls } from '#features/room/share/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { getLiveStatus } from './getLiveStatus.ts'
import { shareJobs } from './jobs.ts'
import { endSharesOf } from './queries.ts'
import * as screenActs from './screenActs.ts'
import * as secondDeviceActs from './secondDeviceActs.ts'

export const shareFeature = {
  handlers: handlersOf(shareCalls, { getLiveStatus, ...screenActs, ...secondDeviceActs }),
  jobs: shareJobs,
  hears: {
    roomEnds: async ({ db, now }, { id }) => void (await endSharesOf(db, id, now)),
  },
} satisfies Feature
