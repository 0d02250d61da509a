import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchPresence } from './presence.ts'

/** A room on its own, and the ends of stays as they are written. */
function open() {
  const ends: Date[] = []
  const presence = watchPresence({
    pitchId: 1,
    serverId: randomUUID(),
    attendance: { open: () => {}, close: (_id, leftAt) => void ends.push(leftAt), flush: async () => {} },
    everywhere: undefined,
    announce: () => {},
    onError: () => {},
  })
  return { presence, ends }
}

const someone = { id: 'someone', name: 'Ivy Investor', part: 'attendee' as const }
const start = Date.UTC(2026, 0, 1, 12)
const minutes = (count: number) => start + count * 60_000

describe('a stay', () => {
  beforeEach(() => void vi.useFakeTimers({ now: start }))
  afterEach(() => void vi.useRealTimers())

  it('goes on over a reload, and ends with the server that it was at', () => {
    const { presence, ends } = open()
    presence.join(someone)
    vi.setSystemTime(minutes(5))
    presence.leave(someone.id, false)
    presence.join(someone)
    vi.setSystemTime(minutes(50))
    presence.close()
    expect(ends).toEqual([new Date(minutes(50))])
  })

  it('of a person who had just left ends when they did', () => {
    const { presence, ends } = open()
    presence.join(someone)
    vi.setSystemTime(minutes(5))
    presence.leave(someone.id, false)
    vi.setSystemTime(minutes(5) + 1000)
    presence.close()
    expect(ends).toEqual([new Date(minutes(5))])
  })
})
