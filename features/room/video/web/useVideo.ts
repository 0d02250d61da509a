import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { Source } from './capture.ts'
import { type StageChoice, storeChoice, storedChoice } from './stageChoice.ts'
import { lockVideo, takeConnection } from './videoAhead.ts'
import type { VideoNow } from './videoNow.ts'

export interface Video {
  readonly now: VideoNow
  readonly choice: StageChoice
  readonly choose: (change: Partial<StageChoice>) => void
  /** Sends the screen once `admit` has succeeded; false stops it. Returns whether it is sent. */
  readonly shareScreen: (admit: (() => Promise<unknown>) | false) => Promise<boolean>
  readonly turnOnSound: () => void
  /** Shows or hides the others' faces. */
  readonly showPictures: (on: boolean) => void
  /** Tries again to send what could not be sent. */
  readonly retry: () => void
  /** Applies a new own background picture. */
  readonly changePicture: () => void
  /** Dismisses the news about devices. */
  readonly forgetNews: () => void
  /** Takes the video back from another window of the same person. */
  readonly useHere: () => void
}

export interface VideoWhen {
  /** The room has video now. */
  readonly open: boolean
  /** The person may send. */
  readonly sends: boolean
  /** The server can be reached, as far as the room knows. */
  readonly reachable: boolean
}

/** The video of a pitch's room. livekit-client loads in parallel with the slide, never before it. */
export function useVideo(pitch: string, client: RoomClient, { open, sends, reachable }: VideoWhen): Video {
  const [choice, setChoice] = useState(storedChoice)
  const connection = useMemo(() => takeConnection(pitch, client), [pitch, client])
  useEffect(() => void connection.suspend(!sends), [connection, sends])
  useEffect(() => connection.reach(reachable), [connection, reachable])
  useEffect(() => {
    if (!open) return
    connection.start()
    const release = lockVideo(pitch)
    return () => {
      release()
      connection.close()
    }
  }, [connection, open, pitch])
  const choose = useCallback(
    (change: Partial<StageChoice>) => {
      const next = storeChoice(change)
      setChoice(next)
      void connection.choose(next)
    },
    [connection],
  )
  return {
    now: useSyncExternalStore(connection.subscribe, connection.get),
    choice,
    choose,
    shareScreen: admit => connection.shareScreen(admit),
    turnOnSound: () => void connection.turnOnSound(),
    showPictures: on => connection.showPictures(on),
    retry: () => void connection.retrySending(),
    changePicture: () => void connection.changePicture(),
    forgetNews: () => connection.forgetNews(),
    useHere: () => void connection.open(),
  }
}

/** Why a device that is enabled sends nothing; `elsewhere`: another window of the person sends it. */
export function silenceOf({ now, choice }: Pick<Video, 'now' | 'choice'>, source: Source) {
  if (now.state === 'elsewhere') return now.state
  return choice[source] ? now.problems[source] : undefined
}

/** Handles a press of a device's button or key: switches it on or off, or tries again after a problem. */
export function pressDevice(video: Pick<Video, 'now' | 'choice' | 'choose' | 'retry'>, source: Source): void {
  const silence = silenceOf(video, source)
  // this window's device is not the one in use
  if (silence === 'elsewhere') return
  if (silence) video.retry()
  else video.choose({ [source]: !video.choice[source] })
}
