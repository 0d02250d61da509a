import { DeviceKeeper } from './deviceKeeper.ts'
import { Receiving } from './receiving.ts'
import { Sending } from './sending.ts'
import type { StageChoice } from './stageChoice.ts'
import type { VideoDesk } from './videoNow.ts'

/** What somebody does in a room's video. It comes with livekit-client, beside the slide. */
export interface InRoom {
  readonly sending: Sending
  readonly receiving: Receiving
  readonly keeper: DeviceKeeper
}

export function enterRoom(desk: VideoDesk, choice: StageChoice, held: boolean): InRoom {
  const sending = new Sending(desk, choice, held)
  return { sending, receiving: new Receiving(desk), keeper: new DeviceKeeper(desk, sending) }
}
