import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Results, type TestParts, testConnection } from './connectionTest.ts'
import { judge, readLine } from './videoTest.ts'

const named = (name: string) => Object.assign(new Error(name), { name })
const stopped = vi.fn()
const stream = () =>
  ({
    getTracks: () => [
      { label: 'Desk', getSettings: () => ({ width: 640, height: 360, frameRate: 30 }), stop: stopped },
    ],
  }) as never

/** A browser and a network where all is well, and each answer takes so many milliseconds. */
function world(took: number, other: Partial<TestParts> = {}): TestParts {
  let now = 0
  return {
    capture: async () => stream(),
    listen: async () => 0.4,
    socket: async () => ({ state: 'good', detail: '12 ms' }),
    video: async tell => {
      tell('udp', { state: 'good' })
      tell('tcp', { state: 'good' })
    },
    fetch: async () => {
      now += took
      return new Response(new Uint8Array(8))
    },
    clock: () => now,
    ...other,
  }
}
async function test(parts: TestParts): Promise<Results> {
  const results: Results = {}
  await testConnection(parts, (name, result) => Object.assign(results, { [name]: result }))
  return results
}

beforeEach(() => {
  stopped.mockClear()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('RTCPeerConnection', class {})
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia() {} } })
})
afterEach(() => vi.unstubAllGlobals())

describe('[ROUTE-048] the test before a pitch', () => {
  it('finds everything well, with figures, and lets camera and microphone go', async () => {
    const results = await test(world(40))
    expect(Object.values(results).map(({ state }) => state)).toEqual(Array(8).fill('good'))
    expect(results.server?.detail).toBe('40 ms')
    expect(results.speed?.detail).toContain('Mbit/s')
    expect(stopped).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['NotAllowedError', 'blocked'],
    ['NotFoundError', 'off'],
    ['NotReadableError', 'busy'],
  ])('goes on without a camera that fails with %s, and says what to do', async (name, hint) => {
    const results = await test(
      world(40, { capture: async source => (source === 'camera' ? Promise.reject(named(name)) : stream()) }),
    )
    expect(results.camera).toMatchObject({ state: 'warn', hint })
    expect(results.speed?.state).toBe('good')
  })

  it('hears that a microphone is there and silent', async () => {
    expect((await test(world(40, { listen: async () => 0 }))).microphone).toMatchObject({
      state: 'warn',
      hint: 'quiet',
    })
  })

  it('tells a long way from a broken one', async () => {
    expect((await test(world(260))).server).toMatchObject({ state: 'warn', hint: 'slow' })
    const broken = await test(world(40, { fetch: async () => Promise.reject(new TypeError('network')) }))
    expect(broken.server).toMatchObject({ state: 'bad', hint: 'problem' })
    expect(broken.speed?.state).toBe('bad')
  })

  it('says that something lets no live connection through', async () => {
    const results = await test(world(40, { socket: async () => ({ state: 'bad' }) }))
    expect(results.socket).toEqual({ state: 'bad', hint: 'blocked' })
  })

  it('says of a page without TLS that it keeps the camera closed', async () => {
    vi.stubGlobal('isSecureContext', false)
    expect((await test(world(40))).browser).toEqual({ state: 'bad', hint: 'blocked' })
  })
})

describe('what a browser says of its way to the video server', () => {
  const stats = (protocol: string, fractionLost: number, seconds: number) => [
    { type: 'transport', id: 't', selectedCandidatePairId: 'p' },
    { type: 'candidate-pair', id: 'p', remoteCandidateId: 'r', currentRoundTripTime: seconds },
    { type: 'candidate-pair', id: 'q', remoteCandidateId: 'o', state: 'succeeded', nominated: true },
    { type: 'remote-candidate', id: 'r', protocol },
    { type: 'remote-candidate', id: 'o', protocol: 'tcp' },
    { type: 'remote-inbound-rtp', id: 'i', fractionLost },
  ]

  it('reads the way that is used, how long it is, and what gets lost', () => {
    expect(readLine(stats('udp', 0.01, 0.05))).toEqual({ protocol: 'udp', roundTrip: 50, loss: 0.01 })
    expect(readLine([])).toEqual({ protocol: undefined, roundTrip: undefined, loss: 0 })
  })

  it('judges it', () => {
    expect(judge(readLine(stats('udp', 0, 0.05)))).toEqual({ state: 'good', detail: 'UDP, 50 ms, 0.0 %' })
    expect(judge(readLine(stats('udp', 0.2, 0.05)))).toMatchObject({ state: 'warn', hint: 'lossy' })
    expect(judge(readLine(stats('tcp', 0, 0.3)))).toMatchObject({ state: 'warn', hint: 'slow' })
    expect(judge(readLine([]))).toEqual({ state: 'bad', hint: 'blocked' })
  })
})
