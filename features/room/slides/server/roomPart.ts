import type { RoomState } from '#features/room/room/parts.ts'
import type { RoomClock, ServerPart } from '#features/room/room/server/parts.ts'
import { lastLookable } from '#features/room/slides/rules.ts'
import { startPageClock } from './pageClock.ts'

export const slidesServerPart = { clock: startRoomClock } satisfies ServerPart

const reachOf = (room: RoomState) => lastLookable(room, room.pages)

function startRoomClock(): RoomClock {
  const clock = startPageClock()
  let room: RoomState | undefined
  return {
    show: (now, time) => {
      const before = room
      room = now
      const counts = now.status === 2 && !now.paused && !now.rehearsal
      clock.show(counts ? now.page : undefined, time, now.deck.files)
      // look back ends here, whatever a browser claims
      if (before && before.lookBack !== now.lookBack) clock.reach(reachOf(now), time)
    },
    /** A page out of reach of look back is not counted: a browser may be a moment late, or lie. */
    watch: (person, connection, { visible, page }, time) => {
      const isReached = room !== undefined && page !== undefined && page <= reachOf(room)
      clock.watch(person, connection, isReached ? { visible, page } : { visible }, time)
    },
    leave: clock.leave,
    take: clock.take,
  }
}
