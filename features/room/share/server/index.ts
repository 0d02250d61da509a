import type { Handlers } from '#contract/call.ts'
import type { shareCalls } from '#features/room/share/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { agoraSharescreenAcquire } from './agoraSharescreenAcquire.ts'
import { agoraSharescreenStart } from './agoraSharescreenStart.ts'
import { agoraSharescreenStop } from './agoraSharescreenStop.ts'
import { getLiveStatus } from './getLiveStatus.ts'
import { getSharescreenFileList } from './getSharescreenFileList.ts'
import { openSharescreenLink } from './openSharescreenLink.ts'
import { startSharescreenDevice } from './startSharescreenDevice.ts'
import { stopSharescreenDevice } from './stopSharescreenDevice.ts'

/** The handlers of this feature's calls. */
export const shareHandlers = {
  agoraSharescreenAcquire,
  agoraSharescreenStart,
  agoraSharescreenStop,
  getSharescreenFileList,
  openSharescreenLink,
  startSharescreenDevice,
  stopSharescreenDevice,
  getLiveStatus,
} satisfies Handlers<typeof shareCalls, Context, Actor>
