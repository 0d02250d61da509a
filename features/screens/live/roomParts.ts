import { replayPart } from '#features/results/replay/apply.ts'
import { deckPart } from '#features/room/deck/apply.ts'
import { guestPart } from '#features/room/guest/apply.ts'
import { recordingPart } from '#features/room/recording/apply.ts'
import { corePart } from '#features/room/room/apply.ts'
import { type AllParts, composeRoom } from '#features/room/room/parts.ts'
import { sharePart } from '#features/room/share/apply.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import { captionPart } from '#features/talk/caption/apply.ts'
import { chatPart } from '#features/talk/chat/apply.ts'
import { pollPart } from '#features/talk/poll/apply.ts'
import { questionPart } from '#features/talk/question/apply.ts'

/**
 * All parts of a room, in the order of the words; the compiler finds a missing one. Server and browsers apply the same.
 */
const roomParts = {
  room: corePart,
  guest: guestPart,
  deck: deckPart,
  slides: slidesPart,
  share: sharePart,
  stage: stagePart,
  recording: recordingPart,
  caption: captionPart,
  chat: chatPart,
  question: questionPart,
  poll: pollPart,
  replay: replayPart,
} satisfies AllParts

export const roomModel = composeRoom(roomParts)
