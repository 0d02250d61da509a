import { useState } from 'react'
import { type PitchPart, presents } from '#features/core/pitch/rules.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'

export interface OnStage {
  /** Whether camera and microphone may be sent at all. */
  readonly sends: boolean
  /** The invitation on stage of a person who is no presenter; undefined without one. */
  readonly asked: 'host' | 'microphone' | 'both' | undefined
  /** The number of the event that invited them. */
  readonly invitation: number | undefined
  /** The person has accepted the invitation. */
  readonly agreed: boolean
  readonly agree: () => void
}

/** A person's state on the stage. An invited person sends nothing before they agree. */
export function useStage(now: RoomNow, part: PitchPart): OnStage {
  const { host, hostSince, paused, stage, status } = now.feed.view.room
  const me = now.me?.id
  const own = now.me?.part ?? part
  const grant = stage.granted.find(({ account }) => account === me)
  const guest = !presents(own) && me !== undefined && status === 2
  const asked = !guest ? undefined : host === me ? 'host' : grant ? (grant.camera ? 'both' : 'microphone') : undefined
  // a grant after a revocation needs consent again, also when this browser saw neither event
  const given = (asked === 'host' ? hostSince : grant?.since) ?? 0
  const [agreedTo, setAgreedTo] = useState<number>()
  const agreed = asked !== undefined && agreedTo === given
  return {
    sends: !paused && (presents(own) || agreed),
    asked,
    invitation: asked && given,
    agreed,
    agree: () => setAgreedTo(given),
  }
}
