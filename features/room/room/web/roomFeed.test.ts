import { describe, expect, it } from 'vitest'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import * as feeds from './roomFeed.ts'
import { said } from './testing/fakeRoom.ts'

const { emptyView } = roomModel
const { takeRoom } = feeds
const noFeed = feeds.noFeed(roomModel)
const takeEvent = (feed: feeds.Feed, event: RoomEvent) => feeds.takeEvent(roomModel, feed, event)

const turned = (seq: number, page: number): RoomEvent => ({
  seq,
  type: 'pageChanged',
  payload: { msg_type: 150, page, action: 'right', index: 0, sender: 's' },
  at: '2026-01-01T00:00:00.000Z',
})
const live = { ...emptyView, room: { ...emptyView.room, status: 2 as const } }
const at = (seq: number): feeds.Feed => takeRoom(noFeed, seq, live)

describe('the feed of a room', () => {
  it('applies events in their order', () => {
    const feed = takeEvent(at(4), turned(5, 2))
    expect(feed).toMatchObject({ seq: 5, view: { room: { page: 2 } } })
  })
  it('changes nothing for an event that came before', () => {
    const feed = at(7)
    expect(takeEvent(feed, turned(7, 9))).toBe(feed)
    expect(takeEvent(feed, turned(3, 9))).toBe(feed)
  })
  it('says gap when a number is missing, and before the first snapshot', () => {
    expect(takeEvent(at(4), turned(6, 2))).toBe('gap')
    expect(takeEvent(noFeed, turned(1, 2))).toBe('gap')
  })
  it('keeps what it has when an older snapshot arrives late', () => {
    const feed = at(9)
    expect(takeRoom(feed, 8, emptyView)).toBe(feed)
    expect(takeRoom(feed, 12, emptyView).seq).toBe(12)
  })
})

it('[PERM-059] begins anew when guest mode takes the names from what was known', () => {
  const ivy = '3f2a91b0-0000-4000-8000-000000000001'
  const message = { ...said(1, 'Hello', ivy, 'Ivy') }
  const feed = takeRoom(noFeed, 4, { ...emptyView, chat: { messages: [message] } })
  const happened = (on: boolean, seq: number) => ({
    seq,
    type: 'guestModeChanged' as const,
    payload: { on, hosts: [] as string[] },
    at: '',
  })
  const on = takeEvent(feed, happened(true, 5))
  expect(on).toMatchObject({ seq: 5, from: 5, view: { chat: { messages: [{ name: '#3F2A' }] } } })
  const off = on !== 'gap' && takeEvent(on, happened(false, 6))
  // what was taken does not come back
  expect(off).toMatchObject({ seq: 6, from: 5, view: { chat: { messages: [{ name: '#3F2A' }] } } })
})
