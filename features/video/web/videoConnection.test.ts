import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { VideoConnection } from './videoConnection.ts'

type Listener = (...given: unknown[]) => void

class FakeTrack {
  readonly source: string
  isMuted = false
  readonly stop = vi.fn()
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
class FakeCopy {
  readonly stop = vi.fn()
}
/** A screen as the browser gives it. */
class FakeScreen {
  readonly source = 'screen'
  readonly copies: FakeCopy[] = []
  readonly stop = vi.fn()
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
class FakeRoom {
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
  async connect(_: string, token: string, { autoSubscribe }: { autoSubscribe: boolean }) {
    this.connections.push(token)
    this.subscribes = autoSubscribe
  }
  async disconnect() {}
}

const livekit = {
  Room: FakeRoom,
  RoomEvent: new Proxy({}, { get: (_, name) => String(name) }),
  VideoPresets: { h720: { resolution: {} }, h180: 'h180', h360: 'h360' },
  DisconnectReason: { CLIENT_INITIATED: 1, DUPLICATE_IDENTITY: 2, SERVER_SHUTDOWN: 3 },
  Track: {
    Source: { Camera: 'camera', Microphone: 'microphone', ScreenShare: 'screen', ScreenShareAudio: 'sound' },
    Kind: { Audio: 'audio', Video: 'video' },
  },
} as never

const pass = (can_publish: boolean, token = 'token') =>
  ({ provider: 'livekit', url: 'ws://x', token, channel: 'c', uid: 'u', can_publish }) as const

async function opened(canPublish: boolean, passes = async () => pass(canPublish)) {
  const connection = new VideoConnection(
    { pass: passes, load: async () => livekit },
    { camera: true, microphone: true },
  )
  await connection.open()
  return { connection, room: () => FakeRoom.made.at(-1) as FakeRoom, now: () => connection.get() }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeRoom.made.length = 0
})
afterEach(() => void vi.useRealTimers())

describe('the video of a room', () => {
  it('[PROD-016] sends camera and microphone of those on stage, in several sizes', async () => {
    const { room, now } = await opened(true)
    expect(now()).toMatchObject({ state: 'on', mayPublish: true, camera: true, microphone: true })
    expect(room().options).toMatchObject({ adaptiveStream: true, dynacast: true, publishDefaults: { simulcast: true } })
  })

  it('sends nothing of those who only attend', async () => {
    const { room, now } = await opened(false)
    expect(now()).toMatchObject({ state: 'on', mayPublish: false, camera: false, microphone: false })
    expect(room().localParticipant.isCameraEnabled).toBe(false)
  })

  it('says that video is off and is there as soon as it is on', async () => {
    let off = true
    const { now } = await opened(false, async () => {
      if (off) throw new CallFailed('VideoOff')
      return pass(false)
    })
    expect(now().state).toBe('off')
    off = false
    await vi.advanceTimersByTimeAsync(1000)
    expect(now().state).toBe('on')
  })

  it('[ERR-053] comes back with a fresh token after the connection was lost for good', async () => {
    let given = 0
    const { room, now } = await opened(true, async () => pass(true, `token ${++given}`))
    room().happens('Disconnected', 3)
    expect(now()).toMatchObject({ state: 'reconnecting', faces: [] })
    await vi.advanceTimersByTimeAsync(500)
    expect(now().state).toBe('on')
    expect(room().connections).toEqual(['token 1', 'token 2'])
  })

  it('leaves the video to another window of the same person until it is taken back', async () => {
    const { connection, room, now } = await opened(true)
    room().happens('Disconnected', 2)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(now().state).toBe('elsewhere')
    expect(room().connections).toHaveLength(1)
    await connection.open()
    expect(now().state).toBe('on')
  })

  it('takes its own place back once, where no other window of this browser can have it', async () => {
    const alone = vi.fn(async () => true)
    const connection = new VideoConnection(
      { pass: async () => pass(true), load: async () => livekit, alone },
      { camera: false, microphone: false },
    )
    await connection.open()
    const room = FakeRoom.made.at(-1) as FakeRoom
    room.happens('Disconnected', 2)
    await vi.advanceTimersByTimeAsync(1000)
    expect(connection.get().state).toBe('on')
    expect(room.connections).toHaveLength(2)
    room.happens('Disconnected', 2)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(connection.get().state).toBe('elsewhere')
    expect(room.connections).toHaveLength(2)
  })

  it('agrees on everything while it is connected ahead and holds every sound, until it receives', async () => {
    const connection = new VideoConnection(
      { pass: async () => pass(false), load: async () => livekit },
      { camera: true, microphone: true },
    )
    const publication = (kind: 'audio' | 'video') => {
      const one = {
        ...{ kind, source: kind === 'audio' ? 'microphone' : 'camera', track: undefined },
        ...{ isDesired: false, isEnabled: true },
        said: [] as string[],
        setSubscribed(on: boolean) {
          one.isDesired = on
          one.said.push(on ? 'wanted' : 'not wanted')
        },
        setEnabled(on: boolean) {
          one.isEnabled = on
          one.said.push(on ? 'on' : 'held')
        },
      }
      return one
    }
    const [voice, face, early, later] = [
      ...[publication('audio'), publication('video')],
      ...[publication('audio'), publication('audio')],
    ] as const
    vi.spyOn(FakeRoom.prototype, 'connect').mockImplementationOnce(async function (this: FakeRoom, _, token, options) {
      this.connections.push(token)
      this.subscribes = options.autoSubscribe
      const trackPublications = new Map<string, object>(Object.entries({ voice, face }))
      this.remoteParticipants.set('p', { trackPublications, getTrackPublication: () => undefined })
      this.on('TrackPublished', one => trackPublications.set('more', one as object))
    })
    await connection.open({ receives: false })
    const room = FakeRoom.made.at(-1) as FakeRoom
    room.happens('TrackPublished', early)
    expect(room.subscribes).toBe(false)
    expect([voice, face, early].map(({ said }) => said)).toEqual([['wanted', 'held'], ['wanted'], ['wanted', 'held']])
    connection.start()
    room.happens('TrackPublished', later)
    expect(room.connections).toHaveLength(1)
    expect([voice, face, early].map(({ said }) => said.at(-1))).toEqual(['on', 'wanted', 'on'])
    expect(later.said).toEqual(['wanted'])
  })

  it('receives what is there when somebody joins while it still connects', async () => {
    const connection = new VideoConnection(
      { pass: async () => pass(false), load: async () => livekit },
      { camera: true, microphone: true },
    )
    const there = { kind: 'video', isDesired: false, setSubscribed: vi.fn(), track: undefined }
    const connect = vi.spyOn(FakeRoom.prototype, 'connect').mockImplementationOnce(async function (this: FakeRoom) {
      connection.start()
      this.remoteParticipants.set('p', {
        trackPublications: new Map([['t', there]]),
        getTrackPublication: () => undefined,
      })
    })
    await connection.open({ receives: false })
    expect(connect).toHaveBeenCalledTimes(1)
    expect(there.setSubscribed).toHaveBeenCalledWith(true)
  })

  it('stays out when it was removed', async () => {
    const { now } = await opened(false, async () => {
      throw new CallFailed('RemovedFromRoom')
    })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(now().state).toBe('idle')
    expect(FakeRoom.made).toHaveLength(0)
  })

  it('asks for a click where the browser blocks sound', async () => {
    const { room, now } = await opened(false)
    room().canPlaybackAudio = false
    room().happens('AudioPlaybackStatusChanged')
    expect(now().soundBlocked).toBe(true)
  })

  it('names the device that cannot be used, and forgets it once it can', async () => {
    const { connection, room, now } = await opened(false)
    room().refuses = Object.assign(new Error(), { name: 'NotReadableError' })
    const me = room().localParticipant
    me.permissions = { canPublish: true, canPublishSources: [] }
    room().happens('ParticipantPermissionsChanged', {}, me)
    await vi.advanceTimersByTimeAsync(0)
    expect(now()).toMatchObject({ problems: { camera: 'busy' }, microphone: true })
    room().refuses = undefined
    await connection.retrySending()
    expect(now()).toMatchObject({ problems: {}, camera: true })
  })

  it('[PROD-017] shares the screen, and takes a closed question for no failure', async () => {
    const { connection, room, now } = await opened(true)
    const me = room().localParticipant
    const admit = vi.fn(async () => {
      // allowed by us, and by LiveKit a moment later
      setTimeout(() => {
        me.permissions = { canPublish: true, canPublishSources: [1, 2, 3, 4] }
        room().happens('ParticipantPermissionsChanged', {}, me)
      }, 50)
    })
    const sharing = connection.shareScreen(admit)
    await vi.advanceTimersByTimeAsync(60)
    expect(await sharing).toBe(true)
    expect(now().screen).toBe(true)
    await connection.shareScreen(false)
    expect(now().screen).toBe(false)
    room().refuses = Object.assign(new Error(), { name: 'NotAllowedError' })
    await connection.shareScreen(admit)
    expect(admit).toHaveBeenCalledTimes(1)
    expect(now().problems).toEqual({})
  })

  it('leaves nothing of the screen running when it may not be shared', async () => {
    const { connection, room, now } = await opened(true)
    await connection.shareScreen(async () => {
      throw new DOMException('refused', 'NotAllowedError')
    })
    expect(room().screenTrack.stop).toHaveBeenCalledTimes(1)
    expect(now()).toMatchObject({ screen: false, problems: {} })
    const never = connection.shareScreen(async () => {})
    await vi.advanceTimersByTimeAsync(7000)
    await never
    expect(room().screenTrack.stop).toHaveBeenCalledTimes(2)
    expect(now().problems.screen).toBeTruthy()
  })

  for (const [how, end] of [
    ['ended', (connection: VideoConnection) => connection.shareScreen(false)],
    ['paused', (connection: VideoConnection) => connection.hold(true)],
    ['left', async (connection: VideoConnection) => connection.close()],
  ] as const)
    it(`[PROD-017] sends no screen that was ${how} while the browser asked or it was being allowed`, async () => {
      const { connection, room } = await opened(true)
      const me = room().localParticipant
      me.permissions = { canPublish: true, canPublishSources: [1, 2, 3, 4] }
      const publish = vi.spyOn(me, 'publishTrack')
      let allow = () => {}
      const admit = vi.fn(
        () =>
          new Promise<void>(done => {
            allow = done
          }),
      )
      const early = connection.shareScreen(admit)
      await end(connection)
      expect(await early).toBe(false)
      expect(admit).not.toHaveBeenCalled()
      if (how === 'left') return expect(room().screenTrack.stop).toHaveBeenCalledTimes(1)
      await connection.hold(false)
      const late = connection.shareScreen(admit)
      await vi.waitFor(() => expect(admit).toHaveBeenCalled())
      await end(connection)
      allow()
      expect(await late).toBe(false)
      expect(publish.mock.calls.some(([track]) => track instanceof FakeCopy)).toBe(false)
      expect(room().screenTrack.stop).toHaveBeenCalledTimes(2)
    })

  describe('a shared screen [PROD-017]', () => {
    async function sharing() {
      const all = await opened(true)
      const me = all.room().localParticipant
      me.permissions = { canPublish: true, canPublishSources: [1, 2, 3, 4] }
      await all.connection.shareScreen(async () => {})
      expect(all.now().screen).toBe(true)
      const shown: boolean[] = []
      all.connection.subscribe(() => shown.push(all.now().screen))
      return { ...all, me, screen: all.room().screenTrack, shown }
    }
    /** LiveKit gave up: what went out is over. */
    function breaks({ room, me }: Awaited<ReturnType<typeof sharing>>) {
      me.isScreenShareEnabled = false
      room().happens('Disconnected', 3)
    }

    it('goes on after a connection that broke, without a question, and nobody is told of an end', async () => {
      const all = await sharing()
      breaks(all)
      expect(all.now()).toMatchObject({ state: 'reconnecting', screen: true })
      await vi.advanceTimersByTimeAsync(400)
      expect(all.now().state).toBe('on')
      expect(all.me.isScreenShareEnabled).toBe(true)
      expect(all.screen.copies.map(({ stop }) => stop.mock.calls.length > 0)).toEqual([true, false])
      expect(all.screen.stop).not.toHaveBeenCalled()
      expect(all.shown).not.toContain(false)
      await all.connection.shareScreen(false)
      expect(all.now().screen).toBe(false)
      expect(all.screen.stop).toHaveBeenCalled()
    })

    it('is not told of as over while LiveKit takes it back and sends it once more', async () => {
      const all = await sharing()
      all.room().happens('Reconnecting')
      all.me.isScreenShareEnabled = false
      all.room().happens('LocalTrackUnpublished')
      expect(all.shown).not.toContain(false)
      // it could not be sent once more: so it is now
      all.room().happens('Reconnected')
      await vi.advanceTimersByTimeAsync(0)
      expect(all.me.isScreenShareEnabled).toBe(true)
      expect(all.shown).not.toContain(false)
    })

    for (const [how, end] of [
      ['was ended', ({ connection }) => connection.shareScreen(false)],
      ['was paused', ({ connection }) => connection.hold(true)],
      ['was closed by the browser', async ({ screen }) => screen.ended[0]?.()],
      [
        'may not be shown any more',
        async ({ me }) => (me.permissions = { canPublish: true, canPublishSources: [1, 2] }),
      ],
    ] as [string, (all: Awaited<ReturnType<typeof sharing>>) => Promise<unknown>][])
      it(`is not sent again when it ${how} meanwhile`, async () => {
        const all = await sharing()
        breaks(all)
        await end(all)
        await vi.advanceTimersByTimeAsync(400)
        expect(all.now()).toMatchObject({ state: 'on', screen: false })
        expect(all.me.isScreenShareEnabled).toBe(false)
        expect(all.screen.stop).toHaveBeenCalled()
      })

    it('ends when the browser closes it, and when LiveKit takes the right away', async () => {
      const closed = await sharing()
      closed.me.isScreenShareEnabled = false
      for (const tell of closed.screen.ended) tell()
      expect(closed.now().screen).toBe(false)
      const taken = await sharing()
      taken.me.permissions = { canPublish: true, canPublishSources: [1, 2] }
      taken.me.isScreenShareEnabled = false
      taken.room().happens('ParticipantPermissionsChanged', {}, taken.me)
      await vi.advanceTimersByTimeAsync(0)
      expect(taken.now().screen).toBe(false)
      expect(taken.screen.stop).toHaveBeenCalled()
    })
  })

  it('sends nothing while the pitch is paused, then what it sent before', async () => {
    const { connection, room, now } = await opened(true)
    room().localParticipant.permissions = { canPublish: true, canPublishSources: [1, 2, 3, 4] }
    await connection.shareScreen(async () => {})
    expect(now().screen).toBe(true)
    await connection.hold(true)
    expect(now()).toMatchObject({ camera: false, microphone: false, screen: false })
    await connection.hold(false)
    expect(now()).toMatchObject({ camera: true, microphone: true, screen: false })
  })

  it('asks before anything is sent by somebody who may from now on, and ends it at once when they may not', async () => {
    const { connection, room, now } = await opened(false)
    await connection.hold(true)
    const me = room().localParticipant
    me.permissions = { canPublish: true, canPublishSources: [2] }
    room().happens('ParticipantPermissionsChanged', {}, me)
    await vi.advanceTimersByTimeAsync(0)
    expect(now()).toMatchObject({ may: { camera: false, microphone: true, screen: false }, microphone: false })
    await connection.hold(false)
    expect(now()).toMatchObject({ camera: false, microphone: true })
    const { track } = me.getTrackPublication('microphone') ?? {}
    me.permissions = { canPublish: false, canPublishSources: [] }
    room().happens('ParticipantPermissionsChanged', {}, me)
    await vi.advanceTimersByTimeAsync(0)
    expect(me.unpublishTrack).toHaveBeenCalledWith(track, true)
    expect(now().mayPublish).toBe(false)
  })

  it('cleans a voice as it was chosen, by the browser unless told otherwise', async () => {
    const { room } = await opened(true)
    expect(room().soundOptions).toMatchObject({ noiseSuppression: true, echoCancellation: true })
    const plain = new VideoConnection(
      { pass: async () => pass(true), load: async () => livekit },
      { camera: false, microphone: true, noise: 'off' },
    )
    await plain.open()
    expect(room().soundOptions).toMatchObject({ noiseSuppression: false })
  })

  it('[ROOM-007] sends no picture before its background stands: one that fails leaves the camera off and says so', async () => {
    const connection = new VideoConnection(
      { pass: async () => pass(true), load: async () => livekit },
      { camera: true, microphone: true, background: 'blur' },
    )
    FakeRoom.failing = Object.assign(new Error(), { name: 'BackgroundFailed' })
    await connection.open()
    FakeRoom.failing = undefined
    const room = FakeRoom.made.at(-1) as FakeRoom
    expect(room.cameraOptions?.processor).toBeTruthy()
    expect(connection.get()).toMatchObject({ camera: false, microphone: true, problems: { camera: 'background' } })
    // another act of the person tries nothing in secret
    room.cameraOptions = undefined
    await connection.choose({ camera: true, microphone: false, background: 'blur' })
    expect(room.cameraOptions).toBeUndefined()
    // showing the room as it is was their own choice
    await connection.choose({ camera: true, microphone: false, background: 'none' })
    expect(room.cameraOptions).toEqual({})
    expect(connection.get()).toMatchObject({ camera: true, problems: {} })
  })

  it('[ROOM-007] gives up what a background was told to end: its frames and the camera behind it', async () => {
    const { Background } = await import('./background/background.ts')
    const ready = vi.fn()
    const track = { stop: vi.fn() }
    // a browser without WebGL
    await expect(
      new Background('blur', { ready, slow: vi.fn() }).init({ track, kind: 'video' } as never),
    ).rejects.toMatchObject({ name: 'BackgroundFailed' })
    expect(track.stop).toHaveBeenCalled()
    expect(ready).not.toHaveBeenCalled()
  })

  it('leaves the others’ faces out on a weak line and keeps the rest, until it is well again or the person insists', async () => {
    const { connection, room, now } = await opened(false)
    const publication = (source: string) => {
      const one = {
        source,
        isDesired: true,
        track: undefined,
        setSubscribed: (on: boolean) => {
          one.isDesired = on
        },
      }
      return one
    }
    const [camera, voice, screen] = [publication('camera'), publication('microphone'), publication('screen')]
    room().remoteParticipants.set('p', {
      trackPublications: new Map([camera, voice, screen].map(one => [one.source, one])),
      getTrackPublication: () => undefined,
    })
    const says = (quality: string) => room().happens('ConnectionQualityChanged', quality, room().localParticipant)
    says('poor')
    await vi.advanceTimersByTimeAsync(9000)
    expect(now()).toMatchObject({ weak: true, pictures: 'saved' })
    expect([camera, voice, screen].map(({ isDesired }) => isDesired)).toEqual([false, true, true])
    // somebody who comes now sends no face here either
    const later = publication('camera')
    room().happens('TrackPublished', later)
    expect(later.isDesired).toBe(false)
    connection.showPictures(true)
    expect(camera.isDesired).toBe(true)
    says('excellent')
    await vi.advanceTimersByTimeAsync(21_000)
    expect(now()).toMatchObject({ weak: false, pictures: 'on' })
    connection.showPictures(false)
    expect(now().pictures).toBe('off')
    expect(camera.isDesired).toBe(false)
  })

  it('goes on with another microphone when the one in use is unplugged, and says so', async () => {
    const { connection, room, now } = await opened(true)
    const heard: (() => void)[] = []
    const mics = [
      { kind: 'audioinput', deviceId: 'm1', label: 'Headset', groupId: 'h' },
      { kind: 'audioinput', deviceId: 'm2', label: 'Built-in', groupId: 'b' },
    ]
    let here = mics
    vi.stubGlobal('navigator', {
      mediaDevices: {
        enumerateDevices: async () => here,
        addEventListener: (_: string, listener: () => void) => heard.push(listener),
        removeEventListener() {},
      },
    })
    connection.close()
    await connection.open()
    here = mics.slice(1)
    for (const listener of heard) listener()
    await vi.advanceTimersByTimeAsync(500)
    expect(room().switched).toEqual(['audioinput m2'])
    expect(now().news).toEqual({ what: 'gone', place: 'microphone', label: 'Headset', now: 'Built-in' })
    connection.forgetNews()
    expect(now().news).toBeUndefined()
    vi.unstubAllGlobals()
  })

  it('[PROD-017] lets go of a screen that ends, which LiveKit tells while it still holds the track', async () => {
    const { room, now } = await opened(false)
    const publications = new Map<string, { track: object | undefined }>([['screen', { track: {} }]])
    const paula = {
      ...{ identity: 'paula', name: 'Paula', isMicrophoneEnabled: false, isSpeaking: false },
      trackPublications: publications,
      getTrackPublication: (source: string) => publications.get(source),
    }
    room().remoteParticipants.set('paula', paula)
    room().happens('TrackSubscribed')
    expect(now().faces.map(({ screen }) => screen)).toEqual([{}])
    room().happens('TrackUnsubscribed')
    publications.set('screen', { track: undefined })
    await vi.waitFor(() => expect(now().faces).toEqual([]))

    publications.set('screen', { track: {} })
    room().happens('TrackSubscribed')
    publications.clear()
    room().happens('TrackUnpublished')
    expect(now().faces).toEqual([])
  })

  it('tells whose line is weak, and when it is well again', async () => {
    const { room, now } = await opened(false)
    const camera = { isMuted: false, track: {} }
    const paula = {
      ...{ identity: 'p', name: 'Paula', isMicrophoneEnabled: true, isSpeaking: false, connectionQuality: 'poor' },
      getTrackPublication: (source: string) => (source === 'camera' ? camera : undefined),
    }
    room().remoteParticipants.set('p', paula)
    room().happens('ConnectionQualityChanged')
    expect(now().faces.map(({ weak }) => weak)).toEqual(['poor'])
    paula.connectionQuality = 'excellent'
    room().happens('ConnectionQualityChanged')
    expect(now().faces.map(({ weak }) => weak)).toEqual([undefined])
  })
})
