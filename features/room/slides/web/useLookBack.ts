import { useCallback, useEffect, useState } from 'react'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'

/** Milliseconds for which a notice says that look back has ended. */
const NOTICE_STAYS = 8000

export interface LookBack {
  /** The page in view here. */
  readonly shown: number
  /** The page in view is the viewer's own choice, not the room's. */
  readonly isOwn: boolean
  /** The last page within reach of look back; 0 without any. */
  readonly last: number
  /** A presenter has just ended look back. */
  readonly ended: boolean
  readonly leaf: (page: number) => void
  readonly back: () => void
}

/**
 * Look back: a viewer's own choice of slide. The room's turns go on beside it: they neither replace the own slide nor get
 * lost. A viewer who reaches the room's page follows the room again.
 */
export function useLookBack(
  connection: Pick<RoomConnection, 'lookAt'>,
  page: number,
  last: number,
  /** The number of the deck. */
  deck = 0,
): LookBack {
  const [own, setOwn] = useState<number>()
  const [ended, setEnded] = useState(false)
  const looksAt = own !== undefined && own <= last ? own : undefined
  useEffect(() => {
    connection.lookAt(looksAt)
  }, [connection, looksAt])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an own slide is one of the deck in which it was chosen
  useEffect(() => setOwn(undefined), [deck])
  useEffect(() => {
    if (own === undefined || own <= last) return
    setOwn(undefined)
    setEnded(true)
  }, [own, last])
  useEffect(() => {
    if (!ended) return
    const timer = setTimeout(() => setEnded(false), NOTICE_STAYS)
    return () => clearTimeout(timer)
  }, [ended])
  const leaf = useCallback(
    (to: number) => {
      if (to < 1 || to > last) return
      setOwn(to === page ? undefined : to)
    },
    [page, last],
  )
  const back = useCallback(() => setOwn(undefined), [])
  return { shown: looksAt ?? page, isOwn: looksAt !== undefined, last, ended, leaf, back }
}
