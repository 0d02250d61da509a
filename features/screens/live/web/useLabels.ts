import { useEffect } from 'react'
import { manages } from '#features/core/pitch/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { askLabelsBy, setLabels } from '#features/room/room/web/labels.ts'

/** People without a name whose addresses a room shows at most. */
const MOST = 200
/** Milliseconds in which several numbers are asked for together. */
const TOGETHER = 500

/** For managers: who the people without a name are, by the addresses that they were invited by. Not in guest mode. */
export function useLabels(): void {
  const { pitch, client, info, room } = useInRoom()
  const may = manages(info.part) && !room.guests.on && room.guests.hosts.length === 0
  useEffect(() => {
    if (!may) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let current = true
    const load = async () => {
      timer = undefined
      const { items } = await client.getRoomPeople({ pitch_uuid: pitch, nameless: true, limit: MOST })
      if (current) setLabels(items)
    }
    const stop = askLabelsBy(() => {
      // without an answer the number stays
      timer ??= setTimeout(() => void load().catch(() => {}), TOGETHER)
    })
    return () => {
      current = false
      clearTimeout(timer)
      stop()
    }
  }, [may, client, pitch])
}
