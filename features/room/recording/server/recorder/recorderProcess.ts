import { flushCompileCache } from 'node:module'
import { Skew } from './clock.ts'
import { monotonic, type RecorderCommand, type RecorderEvent } from './messages.ts'
import { type Published, Subscriber, type Told } from './subscriber.ts'
import { openTrack, type RecordedTrack } from './track.ts'

// A process of its own for each recording: what breaks here ends no room, and the console does not need its memory.

/** What the server wants of a track. */
interface Wanted {
  readonly line: string
  readonly next: { readonly head: number; readonly segment: number }
}

let subscriber: Subscriber | undefined
let began = monotonic()
let isHeld = false
let skew = new Skew()
const published = new Map<string, Published>()
const wanted = new Map<string, Wanted>()
const recorded = new Map<string, RecordedTrack>()

/** Seconds since the recording began. */
const now = () => (monotonic() - began) / 1000
const emit = (event: RecorderEvent) => void process.send?.(event)

const told: Told = {
  joined: () => {
    emit({ type: 'joined' })
    flushCompileCache() // so that the next recorder starts sooner
  },
  published: track => {
    published.set(track.track, track)
    const { identity, source, mime } = track
    emit({ type: 'track', track: track.track, identity, source, mime })
  },
  ended: track => {
    stop(track)
    published.delete(track)
    wanted.delete(track)
    emit({ type: 'trackEnded', track })
  },
  muted: (track, muted) => recorded.get(track)?.mute(muted),
  arrives: (track, ask) => {
    const wish = wanted.get(track)
    const info = published.get(track)
    if (!wish || !info) return undefined
    stop(track)
    const one = openTrack({ ...wish, ...info, ask, emit, now, skew, isMuted: subscriber?.isMuted(track) ?? false })
    one.hold(isHeld)
    recorded.set(track, one)
    return one
  },
  level: level => emit({ type: 'level', level }),
  closed: why => {
    for (const track of [...recorded.keys()]) stop(track)
    published.clear()
    wanted.clear()
    subscriber = undefined
    emit({ type: 'left', why })
  },
}

function stop(track: string): void {
  recorded.get(track)?.end()
  recorded.delete(track)
}

function finish(): void {
  for (const track of [...recorded.keys()]) stop(track)
  const leaving = subscriber
  subscriber = undefined
  leaving?.close()
  // the last pieces are on their way before the process ends
  if (process.connected) process.send?.({ type: 'ended' } satisfies RecorderEvent, () => process.exit(0))
  else process.exit(0)
}

process.on('message', (command: RecorderCommand) => {
  switch (command.act) {
    case 'join':
      began = command.began
      skew = new Skew()
      subscriber ??= new Subscriber(command.url, command.token, told)
      return
    case 'take':
      wanted.set(command.track, command)
      return subscriber?.want(command.track, true)
    case 'drop':
      stop(command.track)
      wanted.delete(command.track)
      return subscriber?.want(command.track, false)
    case 'hold':
      isHeld = command.on
      for (const track of recorded.values()) track.hold(isHeld)
      return
    case 'end':
      return finish()
  }
})
// the console has ended
process.on('disconnect', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
