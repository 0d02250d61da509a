import { openVideoRoom } from '#features/room/media/server/videoRoom.ts'
import type { Hearer } from '#server/occasions.ts'
import { closeVideo } from './jobs.ts'
import { renameInVideo, settleSending } from './sending.ts'

export const videoHearer = {
  roomStarted: async ({ afterCommit, frame }, { id }) => afterCommit(() => openVideoRoom(frame.media, id)),
  roomEnds: (context, { id }) => closeVideo(context, id),
  guestModeChanged: async ({ afterCommit, frame }, { id }) => afterCommit(() => renameInVideo(frame, id)),
  sendingChanged: ({ frame }, { pitchId, accountId }) => settleSending(frame, pitchId, accountId),
} satisfies Hearer
