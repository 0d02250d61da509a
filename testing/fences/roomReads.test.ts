import { describe, expect, it } from 'vitest'
import { composeRoom } from '#features/room/room/parts.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { roomEvents } from '#features/screens/live/roomEvents.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { pollPart } from '#features/talk/poll/apply.ts'
import type { Transaction } from '#server/db/database.ts'
import { eventsByFile, reachesUp, reachesUpNow } from './roomReads.ts'

/** An indexed access to the room's table type, which is what most of its rows are. */
const known = ["features/room/room/server/tables.ts 'messageSent'"]

describe('the parts of a room', () => {
  it('knows which word every event belongs to', async () => {
    expect([...(await eventsByFile()).keys()].sort()).toEqual(Object.keys(roomEvents).sort())
  })

  it('are read, and their events named, by their own word and those above it alone', async () => {
    const up = (await reachesUpNow()).map(({ from, what }) => `${from} ${what}`)
    expect(up).toEqual(known)
  })

  it.each([
    ['a field', 'if (room.poll) return'],
    ['a field of the view', 'const shown = now.feed.view.room.poll?.id'],
    ['a field by its name', 'const { status, poll: shown } = connection.get().feed.view.room'],
    ['a field of a parameter', 'const isOpen = ({ status, poll }: RoomState) => status === 2 && poll?.open'],
    ['a field as a type', "type Shown = Pick<RoomState, 'status' | 'poll'>"],
    ['an event', "await announce(pitch.id, 'pollShown', { poll: null })"],
  ])('refuses a lower word %s of a higher one', async (_, code) => {
    const events = await eventsByFile()
    expect(reachesUp([{ path: 'features/room/room/server/append.ts', code }], events)).toHaveLength(1)
    expect(reachesUp([{ path: 'features/talk/poll/server/pollActs.ts', code }], events)).toEqual([])
    expect(reachesUp([{ path: 'features/planning/plan/server/reopening.ts', code }], events)).toEqual([])
  })

  it('are all composed, and read only by name, or nothing compiles', () => {
    const { poll: _without, ...others } = roomModel.parts
    // @ts-expect-error: a part is missing
    expect(composeRoom(others).emptyView.room).not.toHaveProperty('poll')
    const db = undefined as unknown as Transaction
    // @ts-expect-error: the part is not named
    const unnamed = async () => (await lockRoom(db, 1)).poll
    const named = async () => (await lockRoom(db, 1, pollPart)).poll
    expect([unnamed, named]).toHaveLength(2)
  })
})
