import type { shareCalls } from '#features/room/share/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getLiveStatus } from './getLiveStatus.ts'
import { shareJobs } from './jobs.ts'
import { endSharesOf } from './queries.ts'
import {
  agoraSharescreenAcquire,
  agoraSharescreenStart,
  agoraSharescreenStop,
  getSharescreenFileList,
} from './screenActs.ts'
import { openSharescreenLink, startSharescreenDevice, stopSharescreenDevice } from './secondDeviceActs.ts'

export const shareFeature = {
  handlers: {
    agoraSharescreenAcquire,
    agoraSharescreenStart,
    agoraSharescreenStop,
    getSharescreenFileList,
    openSharescreenLink,
    startSharescreenDevice,
    stopSharescreenDevice,
    getLiveStatus,
  } satisfies Handlers<typeof shareCalls>,
  jobs: shareJobs,
  hears: {
    roomEnds: async ({ db, now }, { id }) => void (await endSharesOf(db, id, now)),
  },
} satisfies Feature
