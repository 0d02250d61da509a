import { describe, expect, it } from 'vitest'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import type { PollNow, PollShown } from './apply.ts'
import { isChoice, optionsDiffer, shareOf } from './rules.ts'

const poll: PollNow = {
  ...{ id: 'a', question: 'Which round?', options: ['Seed', 'A'], multiple: false, anonymous: true },
  ...{ open: true, voters: 0, counts: null },
}
const { emptyView } = roomModel
const applyPoll = (shown: PollShown, event: RoomEvent) =>
  roomModel.apply({ ...emptyView, room: { ...emptyView.room, poll: shown } }, event).room.poll
const happened = (type: string, payload: object) => ({ seq: 1, at: '', type, payload }) as unknown as RoomEvent

describe('the poll of a room', () => {
  it('takes new numbers for itself alone, and goes with the pitch', () => {
    const counted = happened('pollCounted', { id: 'a', voters: 2, counts: [2, 0] })
    expect(applyPoll(poll, counted)).toEqual({ ...poll, voters: 2, counts: [2, 0] })
    expect(applyPoll({ ...poll, id: 'b' }, counted)).toEqual({ ...poll, id: 'b' })
    expect(applyPoll(null, counted)).toBeNull()
    expect(applyPoll(poll, happened('pageChanged', {}))).toBe(poll)
    for (const type of ['pitchStarted', 'pitchEnded', 'pitchReopened'])
      expect(applyPoll(poll, happened(type, {}))).toBeNull()
  })
})

describe('a choice', () => {
  it('is one of the options, or several where several are allowed, each once', () => {
    expect(isChoice([1], 2, false)).toBe(true)
    for (const wrong of [[], [2], [-1], [0, 1]]) expect(isChoice(wrong, 2, false)).toBe(false)
    expect(isChoice([0, 1], 2, true)).toBe(true)
    expect(isChoice([0, 0], 2, true)).toBe(false)
  })

  it('is among options that differ, and has a share of all who voted', () => {
    expect(optionsDiffer(['Seed', 'seed '])).toBe(false)
    expect(optionsDiffer(['Seed', 'A'])).toBe(true)
    expect([shareOf(0, 0), shareOf(1, 3), shareOf(3, 3)]).toEqual([0, 33, 100])
  })
})
