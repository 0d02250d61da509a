import { commitmentServerPart } from '#features/results/commitment/server/feature.ts'
import { feedbackServerPart } from '#features/results/feedback/server/feature.ts'
import { replayCalls } from '#features/results/replay/contract.ts'
import { reportCalls } from '#features/results/report/contract.ts'
import { guestCalls } from '#features/room/guest/contract.ts'
import { guestServerPart } from '#features/room/guest/server/roomPart.ts'
import { recordingCalls } from '#features/room/recording/contract.ts'
import { recordingServerPart } from '#features/room/recording/server/roomPart.ts'
import { roomCalls } from '#features/room/room/contract.ts'
import { composeServer } from '#features/room/room/server/parts.ts'
import { shareCalls } from '#features/room/share/contract.ts'
import { slidesCalls } from '#features/room/slides/contract.ts'
import { slidesServerPart } from '#features/room/slides/server/roomPart.ts'
import { stageCalls } from '#features/room/stage/contract.ts'
import { stageServerPart } from '#features/room/stage/server/roomPart.ts'
import { videoCalls } from '#features/room/video/contract.ts'
import { videoServerPart } from '#features/room/video/server/roomPart.ts'
import { liveCalls } from '#features/screens/live/contract.ts'
import { roomEvents } from '#features/screens/live/roomEvents.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { captionCalls } from '#features/talk/caption/contract.ts'
import { captionServerPart } from '#features/talk/caption/server/roomPart.ts'
import { chatCalls } from '#features/talk/chat/contract.ts'
import { chatServerPart } from '#features/talk/chat/server/roomPart.ts'
import { pollCalls } from '#features/talk/poll/contract.ts'
import { questionCalls } from '#features/talk/question/contract.ts'
import { questionServerPart } from '#features/talk/question/server/roomPart.ts'

/** What all words make of the rooms of this server. */
export const serverModel = composeServer(roomModel, roomEvents, [
  guestServerPart,
  slidesServerPart,
  videoServerPart,
  stageServerPart,
  recordingServerPart,
  captionServerPart,
  chatServerPart,
  questionServerPart,
  commitmentServerPart,
  feedbackServerPart,
])

/** The calls that show people as their room does: in guest mode by other ids. */
export const callsInRooms: ReadonlySet<string> = new Set(
  [
    ...[roomCalls, guestCalls, slidesCalls, shareCalls, videoCalls, stageCalls, recordingCalls, liveCalls],
    ...[captionCalls, chatCalls, pollCalls, questionCalls, reportCalls, replayCalls],
  ].flatMap(of => Object.keys(of)),
)
