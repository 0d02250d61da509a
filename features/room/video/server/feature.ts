import { openVideoRoom } from '#features/room/media/server/videoRoom.ts'
import { videoCalls } from '#features/room/video/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { serveBackgroundModel } from './backgroundModel.ts'
import { getAgoraToken } from './getAgoraToken.ts'
import { getVideoTest } from './getVideoTest.ts'
import { closeVideo, videoJobs } from './jobs.ts'
import { renameInVideo, settleSending } from './sendingRights.ts'
import { serveSpeedTest } from './speedTest.ts'
import { tidyVideoJobs } from './tidyVideo.ts'
import { serveVideoWebhook } from './webhook.ts'

export const videoFeature = {
  handlers: handlersOf(videoCalls, { getAgoraToken, getVideoTest }),
  jobs: { ...videoJobs, ...tidyVideoJobs },
  crontab: ['* * * * * tidyVideo ?max=1&queue=tidyVideo&jobKey=tidyVideo'],
  routes: (app, frame) => {
    serveVideoWebhook(app, frame)
    serveBackgroundModel(app, frame)
    serveSpeedTest(app)
  },
  hears: {
    roomStarted: async ({ afterCommit, frame }, { id }) => afterCommit(() => openVideoRoom(frame.media, id)),
    roomEnds: (context, { id }) => closeVideo(context, id),
    guestModeChanged: async ({ afterCommit, frame }, { id }) => afterCommit(() => renameInVideo(frame, id)),
    sendingChanged: ({ frame }, { pitchId, accountId }) => settleSending(frame, pitchId, accountId),
  },
} satisfies Feature
