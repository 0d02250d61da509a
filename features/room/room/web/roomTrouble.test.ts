import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { notTurned } from '#features/room/slides/web/pageTurning.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { RoomConnection } from './roomConnection.ts'
import { FakeSocket, pitch, snapshot } from './testing/fakeRoom.ts'

/** A connection to a server, or over a network, that is in trouble. */
function trouble({ missing = 0, renew = async (): Promise<unknown> => undefined } = {}) {
  const sockets: FakeSocket[] = []
  let opened = 0
  const connection = new RoomConnection(
    pitch,
    {
      model: roomModel,
      open: async (_, auth) => {
        if (opened++ < missing) throw new TypeError('Failed to fetch dynamically imported module')
        const socket = new FakeSocket(auth)
        sockets.push(socket)
        return socket
      },
      renew,
    },
    { turning: notTurned },
  )
  const refuse = (code: ErrorCode) =>
    sockets.at(-1)?.deliver('connect_error', Object.assign(new Error(code), { data: { code } }))
  const attempts = () => sockets.at(-1)?.shown.length ?? 0
  return { connection, sockets, refuse, attempts, opened: () => opened, now: () => connection.get() }
}
const settled = () => vi.advanceTimersByTimeAsync(0)
const failsWith = (code: ErrorCode) => vi.fn(() => Promise.reject(new CallFailed(code)))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a room whose socket cannot be fetched', () => {
  it('is asked for again until it can, and connects', async () => {
    const { connection, sockets, now } = trouble({ missing: 4 })
    void connection.open()
    await settled()
    expect(sockets).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(8000)
    sockets[0]?.deliver('snapshot', snapshot(7))
    expect(now().link).toBe('on')
    expect(sockets).toHaveLength(1)
  })

  it('is asked for at once when the network is back, and connects once', async () => {
    const { connection, sockets, attempts } = trouble({ missing: 1 })
    void connection.open()
    await settled()
    connection.wake()
    await settled()
    expect(attempts()).toBe(1)
    await vi.advanceTimersByTimeAsync(5000)
    expect(sockets).toHaveLength(1)
    expect(attempts()).toBe(1)
  })

  it('is left alone once it is closed', async () => {
    const { connection, opened } = trouble({ missing: 100 })
    void connection.open()
    await settled()
    connection.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(opened()).toBe(1)
  })
})

describe('a session that has ended while the server is away', () => {
  it.each(['Unavailable', 'TooManyRequests', 'Internal'] as const)('is renewed later after %s', async code => {
    const renew = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(new CallFailed(code)).mockResolvedValue({})
    const { connection, sockets, refuse, attempts, now } = trouble({ renew })
    await connection.open()
    refuse('TokenExpired')
    await settled()
    expect(now()).toMatchObject({ link: 'connecting', refusal: undefined })
    await vi.advanceTimersByTimeAsync(3000)
    expect(attempts()).toBe(2)
    refuse('TokenExpired')
    await vi.advanceTimersByTimeAsync(3000)
    expect(renew).toHaveBeenCalledTimes(2)
    expect(attempts()).toBe(3)
    sockets[0]?.deliver('snapshot', snapshot(7))
    expect(now().link).toBe('on')
  })

  it.each([
    ['NotSignedIn', 'NotSignedIn'],
    ['TokenExpired', 'NotSignedIn'],
    ['RemovedFromRoom', 'RemovedFromRoom'],
    ['PasswordExpired', 'PasswordExpired'],
  ] as const)('is over when the renewal fails with %s', async (code, refusal) => {
    const { connection, refuse, attempts, now } = trouble({ renew: failsWith(code) })
    await connection.open()
    refuse('TokenExpired')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(now()).toMatchObject({ link: 'closed', refusal })
    expect(attempts()).toBe(1)
  })

  it('makes no storm when the server takes the renewed session for an ended one', async () => {
    const { connection, refuse, attempts } = trouble()
    await connection.open()
    for (let second = 0; second < 60; second++) {
      refuse('TokenExpired')
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(attempts()).toBeLessThan(50)
  })
})

describe('a server that refuses all connections', () => {
  /** Refuses each attempt at once, for so many milliseconds. */
  const refuseFor = async (one: ReturnType<typeof trouble>, code: ErrorCode, ms: number) => {
    let seen = 0
    for (let at = 0; at < ms; at += 50) {
      if (one.attempts() > seen) {
        seen = one.attempts()
        one.refuse(code)
      }
      await vi.advanceTimersByTimeAsync(50)
    }
  }

  it.each(['Unavailable', 'TooManyRequests'] as const)(
    'is asked less and less often after %s, and never more than three seconds late',
    async code => {
      const one = trouble()
      await one.connection.open()
      await refuseFor(one, code, 60_000)
      const refused = one.attempts()
      // once every two seconds each, where 300 to 600 ms were a hundred and more
      expect(refused).toBeLessThan(45)
      expect(refused).toBeGreaterThan(20)
      one.refuse(code)
      await vi.advanceTimersByTimeAsync(2800)
      expect(one.attempts()).toBe(refused + 1)
      one.sockets[0]?.deliver('snapshot', snapshot(7))
      expect(one.now().link).toBe('on')
    },
  )

  it('is asked soon again once it had let us in', async () => {
    const one = trouble()
    await one.connection.open()
    await refuseFor(one, 'Unavailable', 20_000)
    one.sockets[0]?.deliver('snapshot', snapshot(7))
    const before = one.attempts()
    one.sockets[0]?.deliver('disconnect', 'io server disconnect')
    await vi.advanceTimersByTimeAsync(650)
    expect(one.attempts()).toBe(before + 1)
  })

  it('is asked at once when the network is back, and not a second time for the pause before', async () => {
    const one = trouble()
    await one.connection.open()
    await refuseFor(one, 'Unavailable', 20_000)
    one.refuse('Unavailable')
    const before = one.attempts()
    one.connection.wake()
    expect(one.attempts()).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(5000)
    expect(one.attempts()).toBe(before + 1)
  })
})
