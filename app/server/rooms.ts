import { commitmentServerPart } from '#features/results/commitment/server/feature.ts'
import { feedbackServerPart } from '#features/results/feedback/server/feature.ts'
import { guestServerPart } from '#features/room/guest/server/roomPart.ts'
import { composeServer } from '#features/room/room/server/parts.ts'
import { slidesServerPart } from '#features/room/slides/server/roomPart.ts'
import { stageServerPart } from '#features/room/stage/server/roomPart.ts'
import { videoServerPart } from '#features/room/video/server/roomPart.ts'
import { roomEvents } from '#features/screens/live/roomEvents.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { captionServerPart } from '#features/talk/caption/server/roomPart.ts'
import { chatServerPart } from '#features/talk/chat/server/roomPart.ts'
import { questionServerPart } from '#features/talk/question/server/roomPart.ts'

/** What all words make of the rooms of this server. */
export const serverModel = composeServer(roomModel, roomEvents, [
  guestServerPart,
  slidesServerPart,
  videoServerPart,
  stageServerPart,
  captionServerPart,
  chatServerPart,
  questionServerPart,
  commitmentServerPart,
  feedbackServerPart,
])
