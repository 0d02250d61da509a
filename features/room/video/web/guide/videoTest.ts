import type { Room } from 'livekit-client'
import { codeOf } from '#web/ui/wording.ts'
import { ROUND_TRIP, type StepResult } from './connectionTest.ts'

export type VideoWay = (tell: (way: 'udp' | 'tcp', result: StepResult) => void) => Promise<void>

/** Time limit for a connection, and how long a picture is sent on it, in milliseconds. */
const CONNECT_WITHIN = 10_000
const SEND_FOR = 4000
/** The share of lost packets above which faces break up. */
const LOSS = 0.03

/** The measured quality of a connection to the video server. */
interface Line {
  readonly protocol: string | undefined
  readonly roundTrip: number | undefined
  readonly loss: number
}

/**
 * Sends a picture to the video server: first by the protocol that the browser chooses, which is UDP where the network allows
 * it, then by TCP, for networks that block UDP.
 */
export const videoWay =
  (pass: () => Promise<{ url: string; token: string; tcp: boolean }>): VideoWay =>
  async tell => {
    const picture = movingPicture()
    let room: Room | undefined
    try {
      const [{ url, token, tcp }, livekit] = await Promise.all([pass(), import('livekit-client')])
      room = new livekit.Room({ adaptiveStream: false, dynacast: false })
      await room.connect(url, token, { maxRetries: 0, peerConnectionTimeout: CONNECT_WITHIN })
      await room.localParticipant.publishTrack(picture.track, {
        source: livekit.Track.Source.Camera,
        simulcast: false,
        videoEncoding: { maxBitrate: 1_000_000, maxFramerate: 15 },
      })
      await pause(SEND_FOR)
      const first = await lineOf(room)
      if (first.protocol === 'tcp') {
        tell('udp', { state: 'warn', hint: 'blocked' })
        tell('tcp', judge(first))
        return
      }
      tell('udp', judge(first))
      tell('tcp', tcp ? await overTcp(room, livekit) : { state: 'none', hint: 'off' })
    } catch (failure) {
      const off = codeOf(failure) === 'VideoOff'
      const result: StepResult = {
        state: 'bad',
        hint: off ? 'off' : 'blocked',
        detail: off ? undefined : nameOf(failure),
      }
      tell('udp', result)
      tell('tcp', { ...result, hint: off ? 'off' : 'blocked' })
    } finally {
      picture.stop()
      await room?.disconnect()
    }
  }

const nameOf = (failure: unknown) => (failure instanceof Error ? failure.message.slice(0, 120) : undefined)
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

async function overTcp(room: Room, { RoomEvent }: typeof import('livekit-client')): Promise<StepResult> {
  const again = new Promise<void>((done, fail) => {
    room.once(RoomEvent.Reconnected, () => done())
    room.once(RoomEvent.Disconnected, () => fail(new Error('TCP')))
    setTimeout(() => fail(new Error('TCP')), CONNECT_WITHIN + SEND_FOR)
  })
  try {
    await Promise.all([again, room.simulateScenario('force-tcp')])
    await pause(SEND_FOR / 2)
    const line = await lineOf(room)
    return line.protocol === 'tcp' ? judge(line) : { state: 'warn', hint: 'blocked' }
  } catch {
    return { state: 'warn', hint: 'blocked' }
  }
}

export function judge({ roundTrip, loss, protocol }: Line): StepResult {
  const detail = [
    protocol?.toUpperCase(),
    roundTrip === undefined ? undefined : `${Math.round(roundTrip)} ms`,
    `${(loss * 100).toFixed(1)} %`,
  ]
    .filter(Boolean)
    .join(', ')
  if (protocol === undefined) return { state: 'bad', hint: 'blocked' }
  if (loss > LOSS) return { state: 'warn', detail, hint: 'lossy' }
  if (roundTrip !== undefined && roundTrip > ROUND_TRIP.good) return { state: 'warn', detail, hint: 'slow' }
  return { state: 'good', detail }
}

/** The browser's statistics of the connection that sends the picture. */
async function lineOf(room: Room): Promise<Line> {
  const report = await room.engine.pcManager?.publisher.getStats()
  return readLine([...(report?.values() ?? [])])
}

type Stat = Readonly<Record<string, unknown>>

export function readLine(stats: readonly Stat[]): Line {
  const byId = new Map(stats.map(stat => [stat['id'], stat]))
  const ofType = (type: string) => stats.filter(stat => stat['type'] === type)
  const pair =
    byId.get(ofType('transport')[0]?.['selectedCandidatePairId']) ??
    ofType('candidate-pair').find(one => one['nominated'] && one['state'] === 'succeeded')
  const remote = pair && byId.get(pair['remoteCandidateId'])
  const lost = Math.max(0, ...ofType('remote-inbound-rtp').map(one => Number(one['fractionLost'] ?? 0)))
  const seconds = pair?.['currentRoundTripTime']
  return {
    protocol: remote?.['protocol'] as string | undefined,
    roundTrip: typeof seconds === 'number' ? seconds * 1000 : undefined,
    loss: lost,
  }
}

/** A moving picture, to send without a camera. */
function movingPicture(): { track: MediaStreamTrack; stop: () => void } {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
  const context = canvas.getContext('2d')
  let hue = 0
  const timer = setInterval(() => {
    if (!context) return
    for (let i = 0; i < 12; i++) {
      hue = (hue + 37) % 360
      context.fillStyle = `hsl(${hue} 60% 50%)`
      context.fillRect((i % 4) * 160, Math.floor(i / 4) * 120, 160, 120)
    }
  }, 66)
  const [track] = canvas.captureStream(15).getVideoTracks()
  if (!track) throw new Error('no picture')
  return {
    track,
    stop: () => {
      clearInterval(timer)
      track.stop()
    },
  }
}
