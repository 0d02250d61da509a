import { describe, expect, it } from 'vitest'
import type { RoomEvent, RoomState } from '#features/room/room/parts.ts'
import { lastLookable } from '#features/room/slides/rules.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'

const { emptyView, apply } = roomModel
const emptyRoom = emptyView.room

const roomAfter = (room: RoomState, ...happened: readonly object[]) =>
  happened.reduce<RoomState>(
    (now, event) => apply({ ...emptyView, room: now }, { seq: 1, at: '', ...event } as RoomEvent).room,
    room,
  )
const started = { type: 'pitchStarted', payload: { startedAt: '2026-01-01T10:00:00Z', host: 'p' } }
const turned = (page: number) => ({ type: 'pageChanged', payload: { page, action: 'right', index: 0, sender: 's' } })

describe('how far attendees may look', () => {
  it('is as far as was shown since the start, everywhere, or nowhere, within the deck', () => {
    const room = roomAfter(emptyRoom, started, turned(6), turned(2))
    expect(lastLookable(room, 10)).toBe(6)
    expect(lastLookable(room, 4)).toBe(4)
    expect(lastLookable({ ...room, lookBack: 'all' }, 10)).toBe(10)
    expect(lastLookable({ ...room, lookBack: 'off' }, 10)).toBe(0)
  })

  it('begins anew with the pitch, and what the host allows stays through a restart', () => {
    const off = { type: 'lookBackChanged', payload: { lookBack: 'off' } }
    const again = roomAfter(emptyRoom, started, off, turned(6), { type: 'pitchReopened', payload: {} }, started)
    expect(again).toMatchObject({ furthest: 1, lookBack: 'off', page: 1 })
  })

  it('is read from rooms that were kept before there was such a thing', () => {
    const { furthest: _f, lookBack: _l, ...old } = roomAfter(emptyRoom, started, turned(3))
    expect(lastLookable({ ...emptyRoom, ...old }, 10)).toBe(3)
  })
})
