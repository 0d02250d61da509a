import { useCallback, useEffect, useRef, useState } from 'react'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import { mayEndShares, mayShare } from '#features/room/media/rules.ts'
import { partInRoom } from '#features/room/room/hosts.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'
import type { ShareState } from '../apply.ts'

/** The one shared screen, and what this person may do about it. */
export interface Sharing {
  /** The running share. */
  readonly share: ShareState
  /** The share is this person's own, from here or from their second device. */
  readonly isMine: boolean
  readonly may: boolean
  /** The person may end or replace another person's share. */
  readonly mayEnd: boolean
  /** Shares this screen, after a click; replaces another person's share where that is allowed. */
  readonly start: () => void
  readonly stop: () => void
}

/** Sends this person's screen. */
interface ScreenSender {
  readonly now: { readonly screen: boolean }
  /** Sends the screen once `admit` has succeeded; false stops it. Returns whether it is sent. */
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
        // the failure above is the message; this one only stops the sender
        throw new DOMException('refused', 'NotAllowedError')
      }
    }
    void video.shareScreen(admit).then(isSent => {
      // allowed but not sent: releases the share for others
      if (acquired && !isSent) client.agoraSharescreenStop({ pitch_uuid: pitch, resource_id: acquired }).catch(() => {})
    })
  }, [client, pitch, mayEnd])

  // the browser's own bar or a broken connection may end the screen too: the server has to know
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
