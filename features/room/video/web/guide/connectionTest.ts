import { speedTest } from '#features/room/video/addresses.ts'
import { checkSocket } from '#web/ui/checks.ts'
import { capture, missingHere, problemOf, type Source } from '../capture.ts'
import { loudness } from '../sound.ts'
import type { VideoWay } from './videoTest.ts'

/** What is looked at, in this order. */
export const stepNames = ['browser', 'camera', 'microphone', 'server', 'socket', 'udp', 'tcp', 'speed'] as const
export type StepName = (typeof stepNames)[number]

/** `none`: there is nothing to look at here, which is no fault. */
export interface StepResult {
  readonly state: 'good' | 'warn' | 'bad' | 'none'
  /** Figures and names, the same in every language. */
  readonly detail?: string | undefined
  /** Which of the step's hints says what to do. */
  readonly hint?: 'problem' | 'quiet' | 'off' | 'slow' | 'lossy' | 'blocked' | 'busy' | undefined
}
export type Results = Partial<Record<StepName, StepResult>>

/** Where the test looks; a test of the test gives its own. */
export interface TestParts {
  readonly capture: (source: Source) => Promise<MediaStream>
  readonly listen: (stream: MediaStream) => Promise<number>
  readonly socket: () => Promise<{ state: 'good' | 'warn' | 'bad'; detail?: string }>
  readonly video: (tell: (way: 'udp' | 'tcp', result: StepResult) => void) => Promise<void>
  readonly fetch: typeof fetch
  readonly clock: () => number
}

/** Megabits a second: what faces, slides and voices take with some room, and what is too little for faces. */
const SPEED = { down: { good: 3, least: 1 }, up: { good: 1.5, least: 0.5 } }
/** Milliseconds after which a talk begins to feel slow, and after which people talk over each other. */
export const ROUND_TRIP = { good: 150, least: 400 }

/** Looks at one thing after the other and tells each result as it comes. Nothing is kept; camera and microphone are let go. */
export async function testConnection(parts: TestParts, tell: (name: StepName, result: StepResult) => void) {
  const missing = missingHere(globalThis as never)
  tell('browser', missing ? { state: 'bad', hint: missing === 'insecure' ? 'blocked' : 'problem' } : { state: 'good' })
  tell('camera', await look(parts, 'camera'))
  tell('microphone', await look(parts, 'microphone'))
  const server = await roundTrip(parts)
  tell('server', server)
  tell(
    'socket',
    await parts.socket().then(found => (found.state === 'good' ? found : { ...found, hint: 'blocked' as const })),
  )
  await parts.video(tell)
  tell('speed', server.state === 'bad' ? { state: 'bad', hint: 'problem' } : await speed(parts))
}

async function look(parts: TestParts, source: Source): Promise<StepResult> {
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

/** How long the server takes to answer the shortest question, as the middle of seven. */
async function roundTrip({ fetch, clock }: TestParts): Promise<StepResult> {
  const times: number[] = []
  try {
    for (let i = 0; i < 8; i++) {
      const began = clock()
      await fetch(speedTest.up, sending(new Uint8Array(1)))
      // the first one opens the connection
      if (i > 0) times.push(clock() - began)
    }
  } catch {
    return { state: 'bad', hint: 'problem' }
  }
  const middle = Math.round(times.sort((a, b) => a - b)[3] ?? 0)
  if (middle <= ROUND_TRIP.good) return { state: 'good', detail: `${middle} ms` }
  return { state: middle <= ROUND_TRIP.least ? 'warn' : 'bad', detail: `${middle} ms`, hint: 'slow' }
}

const sending = (body: Uint8Array<ArrayBuffer>): RequestInit => ({
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
    const up = await rate(() => fetch(speedTest.up, sending(body)))
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

/** The loudest moment of three seconds, from 0 to 1. */
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
