import { speedTest } from '#features/room/video/addresses.ts'
import { checkSocket } from '#web/ui/checks.ts'
import { capture, missingHere, problemOf, type Source } from '../capture.ts'
import { loudness } from '../sound.ts'
import type { VideoWay } from './videoTest.ts'

/** The steps of the test, in their order. */
export const stepNames = ['browser', 'camera', 'microphone', 'server', 'socket', 'udp', 'tcp', 'speed'] as const
export type StepName = (typeof stepNames)[number]

/** `none`: the step does not apply, which is no fault. */
export interface StepResult {
  readonly state: 'good' | 'warn' | 'bad' | 'none'
  /** Figures and names, the same in every language. */
  readonly detail?: string | undefined
  /** The step's hint on what to do. */
  readonly hint?: 'problem' | 'quiet' | 'off' | 'slow' | 'lossy' | 'blocked' | 'busy' | undefined
}
export type Results = Partial<Record<StepName, StepResult>>

/** What the test uses of the browser; tests replace it. */
export interface TestParts {
  readonly capture: (source: Source) => Promise<MediaStream>
  readonly listen: (stream: MediaStream) => Promise<number>
  readonly socket: () => Promise<{ state: 'good' | 'warn' | 'bad'; detail?: string }>
  readonly video: (tell: (way: 'udp' | 'tcp', result: StepResult) => void) => Promise<void>
  readonly fetch: typeof fetch
  readonly clock: () => number
}

/** Megabits per second: enough for faces, slides and voices, and the least for faces. */
const SPEED = { down: { good: 3, least: 1 }, up: { good: 1.5, least: 0.5 } }
/** Milliseconds above which a conversation feels slow, and above which people interrupt each other. */
export const ROUND_TRIP = { good: 150, least: 400 }

/** Runs the steps one after the other and reports each result. Stores nothing; camera and microphone are closed again. */
export async function testConnection(parts: TestParts, tell: (name: StepName, result: StepResult) => void) {
  const missing = missingHere(globalThis as never)
  tell('browser', missing ? { state: 'bad', hint: missing === 'insecure' ? 'blocked' : 'problem' } : { state: 'good' })
  tell('camera', await testDevice(parts, 'camera'))
  tell('microphone', await testDevice(parts, 'microphone'))
  const server = await roundTrip(parts)
  tell('server', server)
  tell(
    'socket',
    await parts.socket().then(found => (found.state === 'good' ? found : { ...found, hint: 'blocked' as const })),
  )
  await parts.video(tell)
  tell('speed', server.state === 'bad' ? { state: 'bad', hint: 'problem' } : await speed(parts))
}

async function testDevice(parts: TestParts, source: Source): Promise<StepResult> {
  let stream: MediaStream | undefined
  try {
    stream = await parts.capture(source)
    const [track] = stream.getTracks()
    const { width, height, frameRate } = track?.getSettings() ?? {}
    if (source === 'camera') {
      const detail =
        width && height ? `${track?.label} ${width} × ${height}, ${Math.round(frameRate ?? 0)}/s` : track?.label
      return { state: 'good', detail }
    }
    const level = await parts.listen(stream)
    return level > 0.02
      ? { state: 'good', detail: track?.label }
      : { state: 'warn', detail: track?.label, hint: 'quiet' }
  } catch (failure) {
    const problem = problemOf(failure)
    const hint = problem === 'busy' ? 'busy' : problem === 'none' ? 'off' : 'blocked'
    return { state: 'warn', detail: (failure as Error).name, hint }
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
}

/** The median time of seven minimal requests. */
async function roundTrip({ fetch, clock }: TestParts): Promise<StepResult> {
  const times: number[] = []
  try {
    for (let i = 0; i < 8; i++) {
      const began = clock()
      await fetch(speedTest.up, uploadOf(new Uint8Array(1)))
      // the first request opens the connection
      if (i > 0) times.push(clock() - began)
    }
  } catch {
    return { state: 'bad', hint: 'problem' }
  }
  const middle = Math.round(times.sort((a, b) => a - b)[3] ?? 0)
  if (middle <= ROUND_TRIP.good) return { state: 'good', detail: `${middle} ms` }
  return { state: middle <= ROUND_TRIP.least ? 'warn' : 'bad', detail: `${middle} ms`, hint: 'slow' }
}

const uploadOf = (body: Uint8Array<ArrayBuffer>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/octet-stream' },
  body,
  cache: 'no-store',
  signal: AbortSignal.timeout(20_000),
})

async function speed({ fetch, clock }: TestParts): Promise<StepResult> {
  const rate = async (once: () => Promise<unknown>) => {
    let best = 0
    for (let i = 0; i < 3; i++) {
      const began = clock()
      await once()
      best = Math.max(best, (speedTest.bytes * 8) / 1000 / Math.max(1, clock() - began))
    }
    return best
  }
  try {
    const down = await rate(async () =>
      (await fetch(speedTest.down, { cache: 'no-store', signal: AbortSignal.timeout(20_000) })).arrayBuffer(),
    )
    const body = new Uint8Array(speedTest.bytes)
    const up = await rate(() => fetch(speedTest.up, uploadOf(body)))
    const detail = `↓ ${down.toFixed(1)} ↑ ${up.toFixed(1)} Mbit/s`
    if (down >= SPEED.down.good && up >= SPEED.up.good) return { state: 'good', detail }
    return { state: down >= SPEED.down.least && up >= SPEED.up.least ? 'warn' : 'bad', detail, hint: 'slow' }
  } catch {
    return { state: 'bad', hint: 'slow' }
  }
}

/** The test as browsers run it. */
export const realParts = (way: VideoWay): TestParts => ({
  capture: source => capture(source, undefined),
  listen: loudest,
  socket: checkSocket,
  video: way,
  fetch: (...request) => fetch(...request),
  clock: () => performance.now(),
})

/** The greatest loudness within three seconds, from 0 to 1. */
async function loudest(stream: MediaStream): Promise<number> {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  let level = 0
  for (let i = 0; i < 60 && level < 0.3; i++) {
    await new Promise(done => setTimeout(done, 50))
    analyser.getFloatTimeDomainData(samples)
    level = Math.max(level, loudness(samples))
  }
  await context.close()
  return level
}
