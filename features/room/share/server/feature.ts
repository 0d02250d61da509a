import type { shareCalls } from '#features/room/share/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { agoraSharescreenAcquire } from './agoraSharescreenAcquire.ts'
import { agoraSharescreenStart } from './agoraSharescreenStart.ts'
import { agoraSharescreenStop } from './agoraSharescreenStop.ts'
import { getLiveStatus } from './getLiveStatus.ts'
import { getSharescreenFileList } from './getSharescreenFileList.ts'
import { shareJobs } from './jobs.ts'
import { openSharescreenLink } from './openSharescreenLink.ts'
import { endSharesOf } from './queries.ts'
import { startSharescreenDevice } from './startSharescreenDevice.ts'
import { stopSharescreenDevice } from './stopSharescreenDevice.ts'

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
