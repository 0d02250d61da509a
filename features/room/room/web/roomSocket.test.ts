import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSocket } from './roomSocket.ts'

const heard: Record<string, (why: string) => void> = {}
const on = (event: string, act: (why: string) => void) => {
  heard[event] = act
}
const socket = vi.hoisted(() => ({ disconnect: vi.fn() }))
vi.mock('socket.io-client', () => ({
  io: () => ({ ...socket, io: { on, timeout: () => {}, reconnectionDelayMax: () => {} } }),
}))

const asked = vi.fn((_path: string, _init: RequestInit) => new Promise<Response>(() => {}))
beforeEach(() => {
  asked.mockClear()
  vi.stubGlobal('fetch', asked)
  openSocket('/room', () => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('gives up the connections that a network took with it without a word', () => {
  heard['close']?.('ping timeout')
  expect(asked).toHaveBeenCalledTimes(6)
  for (const [, init] of asked.mock.calls) expect(init).toMatchObject({ method: 'HEAD', cache: 'no-store' })
  expect(asked.mock.calls.every(([, init]) => init.signal instanceof AbortSignal)).toBe(true)
})

it('asks nothing when the server itself has ended the connection: then a thousand browsers would ask at once', () => {
  heard['close']?.('transport close')
  heard['close']?.('forced close')
  expect(asked).not.toHaveBeenCalled()
})

it('does not take the answer of a proxy for an absent server as that of the server', async () => {
  const again = vi.fn()
  socket.disconnect.mockReturnValue({ connect: again })
  vi.useFakeTimers()
  asked.mockResolvedValue(new Response(null, { status: 502 }))
  for (let n = 0; n < 11; n++) heard['error']?.('refused')
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toHaveBeenCalledWith('/livez', expect.objectContaining({ method: 'HEAD' }))
  expect(again).not.toHaveBeenCalled()
  asked.mockResolvedValue(new Response(null))
  await vi.advanceTimersByTimeAsync(2000)
  expect(again).toHaveBeenCalledOnce()
})
