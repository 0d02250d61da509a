import type { ShareDevice } from '#features/room/media/rules.ts'
import type { RoomEvent } from '#features/room/room/events.ts'

/** The one screen that is shared now. */
export interface ScreenShare {
  readonly share: string
  readonly account: string
  readonly name: string
  readonly device: ShareDevice
}
export type ShareState = ScreenShare | null

/** The shared screen after an event. One at a time: the next one takes the place of the one before. */
export function applyShare(share: ShareState, happened: RoomEvent): ShareState {
  switch (happened.type) {
    case 'screenShared':
      return happened.payload
    case 'screenShareEnded':
      return share?.share === happened.payload.share ? null : share
    case 'pitchStarted':
    case 'pitchEnded':
    case 'pitchReopened':
      return null
    default:
      return share
  }
}
