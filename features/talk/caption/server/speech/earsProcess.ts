import {
  type AudioFrame,
  AudioStream,
  type RemoteTrackPublication,
  Room,
  RoomEvent,
  TrackSource,
} from '@livekit/rtc-node'
import type { EarsCommand, EarsEvent } from './ears.ts'
import { SAMPLE_RATE } from './provider.ts'

// A process of its own: a crash of its native code ends no room, and the console does not need its memory.

/** Milliseconds of sound in one message. */
const PIECE = 60
/** Milliseconds for which LiveKit's client may reconnect by itself; its default is the better part of a minute. */
const RECONNECTS = 4000
/** Messages that may wait for the console; further sound is dropped. */
const MOST_WAITING = 400

const rooms = new Map<number, Room>()
let waiting = 0

function emit(event: EarsEvent): void {
  waiting++
  process.send?.(event, () => waiting--)
}

async function join({ pitchId, url, token }: Extract<EarsCommand, { act: 'join' }>): Promise<void> {
  await leave(pitchId)
  const room = new Room()
  rooms.set(pitchId, room)
  const isCurrent = () => rooms.get(pitchId) === room
  let lost: NodeJS.Timeout | undefined
  const left = (why: string) => {
    clearTimeout(lost)
    if (!isCurrent()) return
    rooms.delete(pitchId)
    emit({ type: 'left', pitchId, why })
  }
  const want = (publication: RemoteTrackPublication) => {
    if (publication.source === TrackSource.SOURCE_MICROPHONE) publication.setSubscribed(true)
  }
  const wantAll = () => {
    for (const { trackPublications } of room.remoteParticipants.values())
      for (const publication of trackPublications.values()) want(publication)
  }
  room.on(RoomEvent.TrackPublished, want)
  room.on(RoomEvent.TrackSubscribed, (track, publication, { identity, name = '' }) => {
    if (publication.source !== TrackSource.SOURCE_MICROPHONE) return
    const sid = publication.sid ?? ''
    emit({ type: 'track', pitchId, track: sid, identity, name })
    const stream = new AudioStream(track, { sampleRate: SAMPLE_RATE, numChannels: 1, frameSizeMs: PIECE })
    void hear(stream, samples => isCurrent() && emit({ type: 'sound', pitchId, track: sid, samples })).finally(() => {
      if (isCurrent()) emit({ type: 'trackEnded', pitchId, track: sid })
    })
  })
  room.on(RoomEvent.Reconnecting, () => {
    clearTimeout(lost)
    lost = setTimeout(() => {
      left('the line was lost')
      void room.disconnect().catch(() => {})
    }, RECONNECTS)
  })
  room.on(RoomEvent.Reconnected, () => {
    clearTimeout(lost)
    // LiveKit ignores subscriptions made during a reconnect
    wantAll()
  })
  room.on(RoomEvent.Disconnected, reason => left(`disconnected (${reason})`))
  try {
    await room.connect(url, token, { autoSubscribe: false, dynacast: false })
  } catch (error) {
    return left((error as Error).message)
  }
  if (!isCurrent()) return void room.disconnect()
  emit({ type: 'joined', pitchId })
  wantAll()
}

async function hear(stream: AudioStream, take: (samples: Int16Array) => void): Promise<void> {
  const reader = (stream as ReadableStream<AudioFrame>).getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    if (waiting < MOST_WAITING) take(piece.value.data)
}

async function leave(pitchId: number): Promise<void> {
  const room = rooms.get(pitchId)
  rooms.delete(pitchId)
  await room?.disconnect().catch(() => {})
}

process.on('message', (command: EarsCommand) => {
  if (command.act === 'join') void join(command)
  else void leave(command.pitchId)
})
// the console has ended
process.on('disconnect', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
emit({ type: 'ready' })
