import { type Mock, vi } from 'vitest'
import { VideoConnection } from '../videoConnection.ts'

type Listener = (...given: unknown[]) => void

class FakeTrack {
  readonly source: string
  isMuted = false
  readonly stop: Mock<() => void> = vi.fn()
  constructor(source: string) {
    this.source = source
  }
  async mute() {
    this.isMuted = true
  }
  async unmute() {
    this.isMuted = false
  }
  getProcessor() {}
}

/** What goes out of a screen. */
export class FakeCopy {
  readonly stop: Mock<() => void> = vi.fn()
}
/** A screen as the browser gives it. */
class FakeScreen {
  readonly source = 'screen'
  readonly copies: FakeCopy[] = []
  readonly stop: Mock<() => void> = vi.fn()
  readonly ended: (() => void)[] = []
  readonly mediaStreamTrack = {
    clone: () => {
      const copy = new FakeCopy()
      this.copies.push(copy)
      return copy
    },
    addEventListener: (_: string, listener: () => void) => this.ended.push(listener),
  }
}

/** What of this person is published. */
class FakeParticipant {
  readonly identity = 'me'
  readonly attributes: Record<string, string> = {}
  readonly name = 'Paula'
  readonly isSpeaking = false
  isScreenShareEnabled = false
  permissions: { canPublish: boolean; canPublishSources: number[] } | undefined
  readonly trackPublications = new Map<string, { source: string; track: object }>()
  readonly #room: FakeRoom
  constructor(room: FakeRoom) {
    this.#room = room
  }
  get isCameraEnabled() {
    return this.getTrackPublication('camera')?.track.isMuted === false
  }
  get isMicrophoneEnabled() {
    return this.getTrackPublication('microphone')?.track.isMuted === false
  }
  getTrackPublication(source: string) {
    return this.trackPublications.get(source) as { track: FakeTrack } | undefined
  }
  async createTracks({ video, audio }: { video?: object; audio?: object }) {
    if (audio) this.#room.soundOptions = audio
    else {
      this.#room.cameraOptions = video as never
      const failure = FakeRoom.failing ?? this.#room.refuses
      if (failure) throw failure
    }
    return [new FakeTrack(audio ? 'microphone' : 'camera')]
  }
  async createScreenTracks() {
    if (this.#room.refuses) throw this.#room.refuses
    return [this.#room.screenTrack]
  }
  async publishTrack(track: object) {
    if (track instanceof FakeCopy) this.isScreenShareEnabled = true
    else if (track instanceof FakeTrack) this.trackPublications.set(track.source, { source: track.source, track })
  }
  readonly unpublishTrack = vi.fn(async (track: object) => {
    for (const [sid, { track: other }] of this.trackPublications)
      if (other === track) this.trackPublications.delete(sid)
  })
  async setScreenShareEnabled(on: boolean) {
    if (this.#room.refuses) throw this.#room.refuses
    this.isScreenShareEnabled = on
  }
}

/** As much of livekit-client as a room needs. */
export class FakeRoom {
  static readonly made: FakeRoom[] = []
  /** What the camera of the next room fails with at first. */
  static failing: Error | undefined
  readonly listeners = new Map<string, Listener[]>()
  readonly remoteParticipants = new Map<string, unknown>()
  readonly connections: string[] = []
  canPlaybackAudio = true
  refuses: Error | undefined
  cameraOptions: { processor?: { init(options: object): Promise<void> } } | undefined
  soundOptions: object | undefined
  readonly switched: string[] = []
  async switchActiveDevice(kind: string, deviceId: string) {
    if (this.refuses) throw this.refuses
    this.switched.push(`${kind} ${deviceId}`)
  }
  getActiveDevice(kind: string) {
    return kind === 'videoinput' ? 'c1' : 'm1'
  }
  readonly screenTrack = new FakeScreen()
  readonly localParticipant = new FakeParticipant(this)
  readonly options: unknown
  constructor(options: unknown) {
    this.options = options
    FakeRoom.made.push(this)
  }
  on(event: string, listener: Listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
  }
  off(event: string, listener: Listener) {
    this.listeners.set(event, this.listeners.get(event)?.filter(other => other !== listener) ?? [])
  }
  happens(event: string, ...given: unknown[]) {
    for (const listener of this.listeners.get(event) ?? []) listener(...given)
  }
  subscribes: boolean | undefined
  patience = 0
  state = 'disconnected'
  async connect(_: string, token: string, options: { autoSubscribe: boolean; websocketTimeout: number }) {
    this.connections.push(token)
    this.subscribes = options.autoSubscribe
    this.patience = options.websocketTimeout
    this.state = 'connected'
  }
  async disconnect() {
    this.state = 'disconnected'
    this.happens('Disconnected', 1)
  }
}

export const livekit = {
  Room: FakeRoom,
  RoomEvent: new Proxy({}, { get: (_, name) => String(name) }),
  VideoPresets: { h720: { resolution: {} }, h180: 'h180', h360: 'h360' },
  DisconnectReason: { CLIENT_INITIATED: 1, DUPLICATE_IDENTITY: 2, SERVER_SHUTDOWN: 3 },
  Track: {
    Source: { Camera: 'camera', Microphone: 'microphone', ScreenShare: 'screen', ScreenShareAudio: 'sound' },
    Kind: { Audio: 'audio', Video: 'video' },
  },
} as never

export const pass = (can_publish: boolean, token = 'token') =>
  ({ provider: 'livekit', url: 'ws://x', token, channel: 'c', uid: 'u', can_publish, is_recorded: false }) as const

export async function opened(canPublish: boolean, passes = async () => pass(canPublish)) {
  const connection = new VideoConnection(
    { pass: passes, load: async () => livekit },
    { camera: true, microphone: true },
  )
  await connection.open()
  return { connection, room: () => FakeRoom.made.at(-1) as FakeRoom, now: () => connection.get() }
}
