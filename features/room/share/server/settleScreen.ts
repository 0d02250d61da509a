import { secondScreen } from '#features/room/media/rules.ts'
import { removeFromVideo } from '#features/room/media/server/videoRoom.ts'
import type { ScreenShare } from '#features/room/share/apply.ts'
import type { Context } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import { type Occasion, raise } from '#server/occasions.ts'

declare module '#server/occasions.ts' {
  interface Occasions {
    /** Raised after a commit that changed what a person may send to a pitch's room. */
    sendingChanged: Occasion<Pick<Context, 'frame'>, { pitchId: number; accountId: string }>
  }
}

/**
 * Applies a share's start or end in LiveKit: removes a second device, or lets the person in the room send their screen,
 * or stops that.
 */
export async function settleScreen(
  frame: Frame,
  pitchId: number,
  { share, account, device }: Pick<ScreenShare, 'share' | 'account' | 'device'>,
): Promise<void> {
  if (device === 'second') await removeFromVideo(frame.media, pitchId, secondScreen(account, share))
  else await raise({ frame }, 'sendingChanged', { pitchId, accountId: account })
}
