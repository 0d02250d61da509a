import { useState } from 'react'
import { type PitchPart, presents } from '#features/core/pitch/rules.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'

export interface OnStage {
  /** Whether camera and microphone may go out at all. */
  readonly sends: boolean
  /** What somebody who does not present by themselves was asked to do on stage; undefined when nothing. */
  readonly asked: 'host' | 'microphone' | 'both' | undefined
  /** They have agreed. */
  readonly agreed: boolean
  readonly agree: () => void
}

/** How somebody stands to the stage. Nothing is sent by whoever was asked there before they agree. */
export function useStage(now: RoomNow, part: PitchPart): OnStage {
  const { host, hostSince, paused, stage, status } = now.feed.view.room
  const me = now.me?.id
  const own = now.me?.part ?? part
  const grant = stage.granted.find(({ account }) => account === me)
  const guest = !presents(own) && me !== undefined && status === 2
  const asked = !guest ? undefined : host === me ? 'host' : grant ? (grant.camera ? 'both' : 'microphone') : undefined
  // what was taken back and given again is asked anew, also where this browser saw neither
  const given = (asked === 'host' ? hostSince : grant?.since) ?? 0
  const [agreedTo, setAgreedTo] = useState<number>()
  const agreed = asked !== undefined && agreedTo === given
  return {
    sends: !paused && (presents(own) || agreed),
    asked,
    agreed,
    agree: () => setAgreedTo(given),
  }
}
