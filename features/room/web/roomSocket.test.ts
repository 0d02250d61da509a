import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSocket } from './roomSocket.ts'

const heard: Record<string, (why: string) => void> = {}
const on = (event: string, act: (why: string) => void) => {
  heard[event] = act
}
vi.mock('socket.io-client', () => ({ io: () => ({ io: { on, timeout: () => {}, reconnectionDelayMax: () => {} } }) }))

const asked = vi.fn((_path: string, _init: RequestInit) => new Promise<Response>(() => {}))
beforeEach(() => {
  asked.mockClear()
  vi.stubGlobal('fetch', asked)
  openSocket('/room', () => {})
})
afterEach(() => void vi.unstubAllGlobals())

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
