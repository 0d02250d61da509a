import { useCallback, useEffect, useRef, useState } from 'react'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import { mayEndShares, mayShare } from '#features/room/media/rules.ts'
import { partInRoom } from '#features/room/room/hosts.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'
import type { ShareState } from '../apply.ts'

/** The one shared screen, and what this person may do about it. */
export interface Sharing {
  /** Who shares now. */
  readonly share: ShareState
  /** It is mine, from here or from my second device. */
  readonly isMine: boolean
  readonly may: boolean
  /** Somebody else's is mine to end, or to take the place of. */
  readonly mayEnd: boolean
  /** Shares this screen, from a click; in the place of somebody else's where that is allowed. */
  readonly start: () => void
  readonly stop: () => void
}

/** What sends this screen. */
interface ScreenSender {
  readonly now: { readonly screen: boolean }
  /** Sends it once it has been admitted, or ends that. Answers whether it is sent. */
  readonly shareScreen: (admit: false | (() => Promise<void>)) => Promise<boolean>
}

interface Given {
  readonly pitch: string
  readonly client: RoomClient
  readonly now: RoomNow
  readonly part: PitchPart
  readonly video: ScreenSender
  readonly onFailure: (failure: unknown) => void
}

export function useShare({ pitch, client, now, part, video, onFailure }: Given): Sharing {
  const { room } = now.feed.view
  const { share } = room
  const leads = room.host !== null && room.host === now.me?.id
  const isMine = share !== null && share.account === now.me?.id
  const may = mayShare(partInRoom(part, leads), room)
  const mayEnd = mayEndShares(part, leads)
  const [started, setStarted] = useState<string>()
  const latest = useRef({ video, onFailure })
  latest.current = { video, onFailure }

  const stop = useCallback(() => {
    void latest.current.video.shareScreen(false)
    client.agoraSharescreenStop({ pitch_uuid: pitch }).catch(failure => latest.current.onFailure(failure))
  }, [client, pitch])
  const start = useCallback(() => {
    const { video, onFailure } = latest.current
    onFailure(undefined)
    let acquired: string | undefined
    const admit = async () => {
      try {
        const { resource_id } = await client.agoraSharescreenAcquire({ pitch_uuid: pitch })
        acquired = resource_id
        await client.agoraSharescreenStart({ pitch_uuid: pitch, resource_id, take_over: mayEnd })
        setStarted(resource_id)
      } catch (failure) {
        onFailure(failure)
        // says no more of it: the words are those of the failure
        throw new DOMException('refused', 'NotAllowedError')
      }
    }
    void video.shareScreen(admit).then(isSent => {
      // allowed and yet not sent: the place is for somebody else at once
      if (acquired && !isSent) client.agoraSharescreenStop({ pitch_uuid: pitch, resource_id: acquired }).catch(() => {})
    })
  }, [client, pitch, mayEnd])

  // the browser's own bar ends it as well, and so does a line that broke: the room is told
  const sends = video.now.screen
  const [sent, setSent] = useState(false)
  useEffect(() => {
    if (sends) setSent(true)
    else if (sent) {
      setSent(false)
      setStarted(undefined)
      if (started && share?.share === started)
        client.agoraSharescreenStop({ pitch_uuid: pitch, resource_id: started }).catch(() => {})
    }
  }, [sends, sent, started, share, client, pitch])
  return { share, isMine, may, mayEnd, start, stop }
}
