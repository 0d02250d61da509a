import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { type StageChoice, storeChoice, storedChoice } from './stageChoice.ts'
import { holdVideo, takeConnection } from './videoAhead.ts'
import type { VideoNow } from './videoNow.ts'

export interface Video {
  readonly now: VideoNow
  readonly choice: StageChoice
  readonly choose: (change: Partial<StageChoice>) => void
  /** Sends the screen once `admit` has the server allow it, or ends that. Answers whether it is sent. */
  readonly shareScreen: (admit: (() => Promise<unknown>) | false) => Promise<boolean>
  readonly turnOnSound: () => void
  /** Whether the others' faces are to be seen. */
  readonly showPictures: (on: boolean) => void
  /** Tries once more to send what could not be sent. */
  readonly retry: () => void
  /** The person's own picture behind them is another one. */
  readonly changePicture: () => void
  /** What happened to the devices was read. */
  readonly forgetNews: () => void
  /** Takes the video back from another window of the same person. */
  readonly useHere: () => void
}

export interface VideoWhen {
  /** The room has video now. */
  readonly open: boolean
  /** Anything of this person may go out. */
  readonly sends: boolean
  /** The server can be reached, as far as the room knows. */
  readonly reachable: boolean
}

/** The video of a pitch's room. livekit-client is loaded beside the slide, never before. */
export function useVideo(pitch: string, client: RoomClient, { open, sends, reachable }: VideoWhen): Video {
  const [choice, setChoice] = useState(storedChoice)
  const connection = useMemo(() => takeConnection(pitch, client), [pitch, client])
  useEffect(() => void connection.hold(!sends), [connection, sends])
  useEffect(() => connection.reach(reachable), [connection, reachable])
  useEffect(() => {
    if (!open) return
    connection.start()
    const release = holdVideo(pitch)
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
