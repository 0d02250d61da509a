import { DeviceKeeper } from './deviceKeeper.ts'
import { MediaReceiver } from './mediaReceiver.ts'
import { MediaSender } from './mediaSender.ts'
import type { StageChoice } from './stageChoice.ts'
import type { VideoDesk } from './videoNow.ts'

/** What sends to and receives from a room's video. Its code loads with livekit-client, in parallel with the slide. */
export interface InRoom {
  readonly sender: MediaSender
  readonly receiver: MediaReceiver
  readonly keeper: DeviceKeeper
}

export function enterRoom(desk: VideoDesk, choice: StageChoice, suspended: boolean): InRoom {
  const sender = new MediaSender(desk, choice, suspended)
  return { sender, receiver: new MediaReceiver(desk), keeper: new DeviceKeeper(desk, sender) }
}
