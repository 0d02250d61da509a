import * as livekit from 'livekit-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StageChoice } from './stageChoice.ts'
import { VideoConnection } from './videoConnection.ts'

/** A track of a device, as a browser gives it. */
class DeviceTrack extends EventTarget {
  readonly kind: 'audio' | 'video'
  readonly deviceId: string
  readonly id = crypto.randomUUID()
  readonly muted = false
  enabled = true
  readyState: 'live' | 'ended' = 'live'
  constructor(kind: 'audio' | 'video', deviceId: string) {
    super()
    this.kind = kind
    this.deviceId = deviceId
  }
  getSettings = () => ({ deviceId: this.deviceId, width: 640, height: 360 })
  getConstraints = () => ({ deviceId: this.deviceId })
  async applyConstraints() {}
  stop() {
    this.readyState = 'ended'
  }
}
class DeviceStream {
  readonly #tracks: readonly DeviceTrack[]
  constructor(tracks: readonly DeviceTrack[] = []) {
    this.#tracks = tracks
  }
  getTracks = () => this.#tracks
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio')
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video')
}

/** Something that waits until the test lets it go on. */
function gate() {
  let open = () => {}
  const passed = new Promise<void>(done => {
    open = done
  })
  return { open: () => open(), passed }
}
let asking: Promise<void> | undefined
let publishing: Promise<void> | undefined
let captured: DeviceTrack[] = []
let rooms: WiredRoom[] = []

interface Inside {
  republishAllTracks(): Promise<void>
  addTrackPublication(publication: livekit.LocalTrackPublication): void
  publishOrRepublishTrack(track: livekit.LocalTrack): Promise<livekit.LocalTrackPublication>
}

/** LiveKit's own room and participant; only what goes over the wire is the test's. */
class WiredRoom extends livekit.Room {
  readonly inside = this.localParticipant as unknown as Inside
  constructor(options?: livekit.RoomOptions) {
    super(options)
    rooms.push(this)
    let published = 0
    this.inside.publishOrRepublishTrack = async track => {
      await publishing
      const info = { sid: `t${++published}`, name: '', muted: track.isMuted, source: 0, audioFeatures: [] }
      const publication = new livekit.LocalTrackPublication(track.kind, info as never, track)
      track.sid = info.sid
      publication.source = track.source
      this.inside.addTrackPublication(publication)
      return publication
    }
  }
  override readonly connect = async () => {}
  override readonly disconnect = async () => {}
}

/** What of a kind the others hear or see. */
const goesOut = (kind: 'audio' | 'video') =>
  rooms.flatMap(({ localParticipant }) =>
    [...localParticipant.trackPublications.values()].flatMap(({ track }) => {
      const sent = track?.mediaStreamTrack as unknown as DeviceTrack | undefined
      return sent?.kind === kind && sent.enabled && sent.readyState === 'live' && !track?.isMuted ? [sent.deviceId] : []
    }),
  )
const onAir = (kind: 'audio' | 'video') =>
  captured.filter(track => track.kind === kind && track.enabled && track.readyState === 'live').length
const settled = async () => {
  for (let i = 0; i < 20; i++) await new Promise(done => setTimeout(done))
}

const both: StageChoice = { camera: true, microphone: true }
const silent: StageChoice = { camera: false, microphone: false }

async function entered(choice: StageChoice) {
  const pass = {
    provider: 'livekit',
    url: 'ws://x',
    token: 't',
    channel: 'c',
    uid: 'u',
    can_publish: true,
    is_recorded: false,
  } as const
  const connection = new VideoConnection(
    { pass: async () => pass, load: async () => ({ ...livekit, Room: WiredRoom }) as never },
    choice,
  )
  void connection.open()
  await vi.waitFor(() => expect(connection.get().state).toBe('on'))
  await settled()
  return { connection, room: rooms.at(-1) as WiredRoom }
}

livekit.setLogLevel('silent')

beforeEach(() => {
  asking = undefined
  publishing = undefined
  captured = []
  rooms = []
  vi.stubGlobal('MediaStream', DeviceStream)
  vi.stubGlobal('navigator', {
    ...{ userAgent: 'Chrome/140', language: 'en' },
    mediaDevices: {
      addEventListener() {},
      removeEventListener() {},
      enumerateDevices: async () => [],
      getUserMedia: async (wanted: Record<'audio' | 'video', { deviceId?: { exact?: string } } | false>) => {
        await asking
        const kind = wanted.audio ? 'audio' : 'video'
        const { deviceId } = wanted[kind] as { deviceId?: { exact?: string } | string }
        const made = new DeviceTrack(kind, typeof deviceId === 'object' ? (deviceId.exact ?? kind) : kind)
        captured.push(made)
        return new DeviceStream([made])
      },
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('camera and microphone while they start', () => {
  it('[PROD-016] go out as chosen, and are silent when turned off', async () => {
    const { connection } = await entered(both)
    expect([goesOut('audio'), goesOut('video')]).toEqual([['audio'], ['video']])
    await connection.choose(silent)
    expect([goesOut('audio'), goesOut('video')]).toEqual([[], []])
    await connection.choose(both)
    expect([goesOut('audio'), goesOut('video')]).toEqual([['audio'], ['video']])
  })

  for (const [how, off] of [
    ['turned off', (connection: VideoConnection) => connection.choose(silent)],
    ['paused', (connection: VideoConnection) => connection.suspend(true)],
    ['left', async (connection: VideoConnection) => connection.close()],
  ] as const) {
    it(`are let go of unpublished when they are ${how} while the browser still asks`, async () => {
      const question = gate()
      asking = question.passed
      const { connection, room } = await entered(both)
      const done = off(connection)
      question.open()
      await done
      await settled()
      expect(room.localParticipant.trackPublications.size).toBe(0)
      expect(captured).toHaveLength(2)
      expect([onAir('audio'), onAir('video')]).toEqual([0, 0])
    })

    it(`are silent at once when they are ${how} while they are published, and stay so`, async () => {
      const wire = gate()
      publishing = wire.passed
      const { connection, room } = await entered(both)
      expect([onAir('audio'), onAir('video')]).toEqual([1, 1])
      const done = off(connection)
      await settled()
      expect([onAir('audio'), onAir('video')]).toEqual([0, 0])
      wire.open()
      await done
      await settled()
      expect([goesOut('audio'), goesOut('video')]).toEqual([[], []])
      const { isMicrophoneEnabled, isCameraEnabled } = room.localParticipant
      // who has left has nothing that could be on
      const isOn = how !== 'left' && (isMicrophoneEnabled || isCameraEnabled)
      expect(isOn).toBe(false)
    })
  }

  it('follow the last word, and ask the browser once', async () => {
    const question = gate()
    asking = question.passed
    const { connection } = await entered(both)
    void connection.choose(silent)
    const done = connection.choose(both)
    question.open()
    await done
    expect([goesOut('audio'), goesOut('video')]).toEqual([['audio'], ['video']])
    expect(captured).toHaveLength(2)
  })

  it('do not wait for each other: a microphone is turned off while the camera still asks', async () => {
    const { connection } = await entered({ camera: false, microphone: true })
    const question = gate()
    asking = question.passed
    void connection.choose({ camera: true, microphone: true, cameraId: 'c2' })
    await settled()
    void connection.choose({ camera: true, microphone: false, cameraId: 'c2' })
    await settled()
    expect(goesOut('audio')).toEqual([])
    question.open()
    await settled()
    expect([goesOut('audio'), goesOut('video')]).toEqual([[], ['c2']])
  })

  it('end with the right to send them, also one that is being published', async () => {
    const wire = gate()
    publishing = wire.passed
    const { room } = await entered(both)
    Object.assign(room.localParticipant, { permissions: { canPublish: false, canPublishSources: [] } })
    room.emit(livekit.RoomEvent.ParticipantPermissionsChanged, undefined, room.localParticipant)
    wire.open()
    await settled()
    expect(room.localParticipant.trackPublications.size).toBe(0)
    expect(captured.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
  })

  it('[ROOM-007] start anew for what is to stand behind their person, and say until they choose otherwise that it cannot', async () => {
    const { connection } = await entered(both)
    await connection.choose({ ...both, background: 'blur' })
    expect([goesOut('audio'), goesOut('video')]).toEqual([['audio'], []])
    expect(connection.get()).toMatchObject({ camera: false, problems: { camera: 'background' } })
    await connection.choose({ ...both, background: 'blur', speakerId: 's2' })
    expect(connection.get().problems).toEqual({ camera: 'background' })
    await connection.choose({ ...both, background: 'none' })
    expect([goesOut('audio'), goesOut('video')]).toEqual([['audio'], ['video']])
    expect(connection.get().problems).toEqual({})
    expect(onAir('video')).toBe(1)
  })

  it('[ROOM-007] show no room that was to be hidden since the browser asked', async () => {
    const question = gate()
    asking = question.passed
    const { connection, room } = await entered({ camera: true, microphone: false })
    void connection.choose({ camera: true, microphone: false, background: 'blur' })
    question.open()
    await settled()
    // this browser can hide nothing, so nothing is sent
    await vi.waitFor(() => expect(connection.get().problems).toEqual({ camera: 'background' }))
    expect(room.localParticipant.trackPublications.size).toBe(0)
    expect(onAir('video')).toBe(0)
  })
})

describe('camera and microphone while LiveKit reconnects', () => {
  /** A full reconnect, in which LiveKit publishes again what it knows; `meanwhile` happens before, `during` within. */
  async function reconnected(
    choice: StageChoice,
    act: (connection: VideoConnection) => unknown,
    when: 'before' | 'within',
  ) {
    const { connection, room } = await entered(choice)
    room.emit(livekit.RoomEvent.Reconnecting)
    expect(connection.get().state).toBe('reconnecting')
    if (when === 'before') void act(connection)
    await settled()
    const silentAt = [onAir('audio'), onAir('video')]
    const wire = gate()
    publishing = wire.passed
    const again = room.inside.republishAllTracks()
    await settled()
    if (when === 'within') void act(connection)
    await settled()
    const silentWithin = [onAir('audio'), onAir('video')]
    wire.open()
    await again
    room.emit(livekit.RoomEvent.Reconnected)
    await settled()
    return { connection, room, silentAt, silentWithin }
  }

  it('[ERR-053] go on as before', async () => {
    await reconnected(both, () => {}, 'before')
    expect([goesOut('audio'), goesOut('video')]).toEqual([['audio'], ['video']])
  })

  for (const [how, off] of [
    ['turned off', (connection: VideoConnection) => connection.choose(silent)],
    ['paused', (connection: VideoConnection) => connection.suspend(true)],
  ] as const)
    for (const when of ['before', 'within'] as const)
      it(`are silent at once and stay so when they are ${how} ${when} it publishes them once more`, async () => {
        const { connection, silentAt, silentWithin } = await reconnected(both, off, when)
        expect(when === 'before' ? silentAt : silentWithin).toEqual([0, 0])
        expect(silentWithin).toEqual([0, 0])
        expect([goesOut('audio'), goesOut('video')]).toEqual([[], []])
        expect(connection.get()).toMatchObject({ state: 'on', camera: false, microphone: false })
        // the camera's light is off as well
        expect(captured.filter(({ kind, readyState }) => kind === 'video' && readyState === 'live')).toEqual([])
        await (how === 'paused' ? connection.suspend(false) : connection.choose(both))
        expect([goesOut('audio'), goesOut('video')]).toEqual([['audio'], ['video']])
      })

  it('start after it when they are turned on, from the devices that were chosen meanwhile', async () => {
    const { connection } = await reconnected(
      { camera: false, microphone: true },
      one => one.choose({ ...both, microphoneId: 'm2', cameraId: 'c2' }),
      'before',
    )
    expect([goesOut('audio'), goesOut('video')]).toEqual([['m2'], ['c2']])
    expect(connection.get()).toMatchObject({ camera: true, microphone: true })
  })
})
