import { useEffect, useState } from 'react'
import type { RoomNow } from './roomConnection.ts'

/** What went wrong last in the room. Once the line is back the room is shown as it is, and what failed before is over. */
export function useFailed(link: RoomNow['link']) {
  const [failed, setFailed] = useState<unknown>()
  useEffect(() => {
    if (link === 'on') setFailed(undefined)
  }, [link])
  return [failed, setFailed] as const
}
