import { useEffect } from 'react'
import type { RecordingTold } from '#features/room/recording/rules.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'

/** What a recording lacks: space soon, any space, or a server that records it. */
export type Lack = 'space' | 'full' | 'waiting'

function lackOf({ health, isFilling }: RecordingTold): Lack | undefined {
  if (health === 'full' || health === 'waiting') return health
  return isFilling ? 'space' : undefined
}

/** Tells presenters once what their recording lacks, however often the recorder says it. */
export function useLacks(
  { onSignal }: Pick<RoomConnection, 'onSignal'>,
  tell: (news: { readonly what: 'recording'; readonly lacks: Lack }) => void,
): void {
  useEffect(() => {
    let before: Lack | undefined
    return onSignal(({ type, payload }) => {
      if (type !== 'recordingHealth') return
      const lacks = lackOf(payload as RecordingTold)
      if (lacks && lacks !== before) tell({ what: 'recording', lacks })
      before = lacks
    })
  }, [onSignal, tell])
}
