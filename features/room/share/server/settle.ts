import { secondScreen } from '#features/room/media/rules.ts'
import { removeFromVideo } from '#features/room/media/server/videoRoom.ts'
import type { ScreenShare } from '#features/room/share/apply.ts'
import { settleSending } from '#features/room/video/server/sending.ts'
import type { Frame } from '#server/frame.ts'

type Settled = Pick<ScreenShare, 'share' | 'account' | 'device'>

/** Makes LiveKit believe it: a second device goes, and who is in the room themselves may send their screen or no longer. */
export const settleScreen = (frame: Pick<Frame, 'db' | 'media'>, pitchId: number, share: Settled): Promise<void> =>
  share.device === 'second'
    ? removeFromVideo(frame.media, pitchId, secondScreen(share.account, share.share))
    : settleSending(frame, pitchId, share.account)
