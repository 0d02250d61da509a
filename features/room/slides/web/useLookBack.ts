import { useCallback, useEffect, useState } from 'react'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'

/** How long it is said that looking at other slides has ended, in milliseconds. */
const SAID_FOR = 8000

export interface LookBack {
  /** The page that is in view here. */
  readonly shown: number
  /** It is one's own, and the room's page may be another one. */
  readonly isOwn: boolean
  /** The last page that one may leaf to; 0 when one may not. */
  readonly last: number
  /** The host has just ended it. */
  readonly ended: boolean
  readonly leaf: (page: number) => void
  readonly back: () => void
}

/**
 * Slides that somebody looks at on their own. The room's turns go on beside that: they neither take the own slide away
 * nor get lost, and whoever leafs to the room's page follows the room again.
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
    const timer = setTimeout(() => setEnded(false), SAID_FOR)
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
