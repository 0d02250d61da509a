import type { ShareDevice } from '#features/room/media/rules.ts'
import type { RoomPart } from '#features/room/room/parts.ts'
import type { shareEvents } from './events.ts'

/** The one screen that is shared now. */
export interface ScreenShare {
  readonly share: string
  readonly account: string
  readonly name: string
  readonly device: ShareDevice
}
export type ShareState = ScreenShare | null

export interface ShareSlice {
  /** The screen on the stage; null without one. */
  readonly share: ShareState
}

type ShareEvents = typeof shareEvents

declare module '#features/room/room/parts.ts' {
  interface RoomEvents extends ShareEvents {}
  interface RoomParts {
    share: ShareSlice
  }
}

/** One screen at a time: a new share replaces the previous one. */
export const sharePart: RoomPart<ShareSlice> = {
  empty: { share: null },
  apply: ({ share }, happened) => {
    switch (happened.type) {
      case 'screenShared':
        return { share: happened.payload }
      case 'screenShareEnded':
        return share?.share === happened.payload.share ? { share: null } : undefined
      case 'pitchStarted':
      case 'pitchEnded':
      case 'pitchReopened':
        return { share: null }
    }
  },
}
