import { useEffect, useRef, useState } from 'react'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'
import { useAgain } from '#features/room/room/web/useSignalled.ts'
import { useLoad } from '#web/light/useLoad.ts'

/**
 * The number of commitments whose signal was missed during a lost connection, found by the sum. `hears`: whether the
 * reader gets signals of commitments.
 */
export function useMissedCommitments(
  pitch: string,
  connection: Pick<RoomConnection, 'onSignal'>,
  link: RoomNow['link'],
  hears: boolean,
): number {
  const [missed, setMissed] = useState(0)
  const signalled = useRef(0)
  useEffect(
    () =>
      connection.onSignal(({ type }) => {
        if (type === 'commitmentMade') signalled.current++
      }),
    [connection],
  )
  const { value, reload } = useLoad(`${pitch} ${hears}`, async () => {
    const before = signalled.current
    const { total } = hears ? await roomClient(pitch).getCommitmentTerms({ uuid: pitch }) : { total: null }
    // a signal during the request may or may not be in its answer
    return total && { least: total.count - signalled.current, most: total.count - before }
  })
  useAgain(hears ? link : undefined, reload)
  const unheard = useRef<number>(undefined)
  useEffect(() => {
    if (!value) return
    const before = unheard.current ?? value.most
    const after = Math.min(Math.max(before, value.least), value.most)
    unheard.current = after
    if (after > before) setMissed(all => all + after - before)
  }, [value])
  return missed
}
