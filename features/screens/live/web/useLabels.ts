import { useEffect, useRef } from 'react'
import { manages } from '#features/core/pitch/rules.ts'
import type { Person } from '#features/room/guest/contract.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { setLabels } from '#features/room/room/web/useShownName.ts'
import { useDelayed } from '#web/light/useDelayed.ts'

/** People without a name whose addresses a room shows at most. */
const MOST = 200
/** Milliseconds of a pause in coming and going before they are loaded again. */
const WAIT = { pause: 800, most: 3000 }

/** For managers: who the people without a name are, by the addresses that they were invited by. Not in guest mode. */
export function useLabels(): void {
  const { pitch, client, info, now, room } = useInRoom()
  const may = manages(info.part) && !room.guests.on && room.guests.hosts.length === 0
  const isOpen = useRef(false)
  const load = () => {
    if (!may) return
    // without an answer the numbers stay
    client
      .getRoomPeople({ pitch_uuid: pitch, nameless: true, limit: MOST })
      .then(({ items }) => isOpen.current && setLabels(labelsOf(items)))
      .catch(() => {})
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, and when people come and go
  useEffect(() => {
    isOpen.current = may
    load()
    return () => {
      isOpen.current = false
      setLabels(new Map())
    }
  }, [may, pitch])
  useDelayed(now.here, WAIT, load)
}

/** Two people may have the same number: then it stays. */
function labelsOf(people: readonly Person[]): Map<string, string> {
  const labels = new Map<string, string>()
  const taken = new Set<string>()
  for (const { guest, name } of people) {
    if (taken.has(guest)) labels.delete(guest)
    else labels.set(guest, name)
    taken.add(guest)
  }
  return labels
}
