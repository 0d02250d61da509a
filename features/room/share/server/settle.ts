import { secondScreen } from '#features/room/media/rules.ts'
import { removeFromVideo } from '#features/room/media/server/videoRoom.ts'
import type { ScreenShare } from '#features/room/share/apply.ts'
import type { Frame } from '#server/frame.ts'
import { raise } from '#server/occasions.ts'

type Settled = Pick<ScreenShare, 'share' | 'account' | 'device'>

/** Makes LiveKit believe it: a second device goes, and who is in the room themselves may send their screen or no longer. */
export async function settleScreen(frame: Frame, pitchId: number, share: Settled): Promise<void> {
  if (share.device === 'second') await removeFromVideo(frame.media, pitchId, secondScreen(share.account, share.share))
  else await raise({ frame }, 'sendingChanged', { pitchId, accountId: share.account })
}
