import { useEffect, useRef, useState } from 'react'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'
import { useAgain } from '#features/room/room/web/useSignalled.ts'
import { useLoad } from '#web/light/useLoad.ts'

/**
 * How many commitments were made that no signal told of, since this was first asked: what was signalled while the line
 * was lost does not come later, but the sum has it. `hears`: whether one is told of commitments.
 */
export function useMissedCommitments(
  pitch: string,
  connection: Pick<RoomConnection, 'onSignal'>,
  link: RoomNow['link'],
  hears: boolean,
): number {
  const [missed, setMissed] = useState(0)
  const heard = useRef(0)
  useEffect(
    () =>
      connection.onSignal(({ type }) => {
        if (type === 'commitmentMade') heard.current++
      }),
    [connection],
  )
  const { value, reload } = useLoad(`${pitch} ${hears}`, async () => {
    const before = heard.current
    const { total } = hears ? await roomClient(pitch).getCommitmentTerms({ uuid: pitch }) : { total: null }
    // what is heard of while the answer is on its way may be in it or not
    return total && { least: total.count - heard.current, most: total.count - before }
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
