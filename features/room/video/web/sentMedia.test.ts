import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeCopy, FakeRoom, livekit, opened, pass } from './testing/fakeLiveKit.ts'
import { VideoConnection } from './videoConnection.ts'

beforeEach(() => {
  vi.useFakeTimers()
  FakeRoom.made.length = 0
})
afterEach(() => void vi.useRealTimers())

describe('what a person sends into the video of a room', () => {
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

  it('[PROD-017] sends no screen of a person who left while the browser asked', async () => {
    const { connection, room } = await opened(true)
    const admit = vi.fn(async () => {})
    const early = connection.shareScreen(admit)
    connection.close()
    expect(await early).toBe(false)
    expect(admit).not.toHaveBeenCalled()
    expect(room().screenTrack.stop).toHaveBeenCalledTimes(1)
  })

  for (const [how, end] of [
    ['ended', (connection: VideoConnection) => connection.shareScreen(false)],
    ['paused', (connection: VideoConnection) => connection.suspend(true)],
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
      await connection.suspend(false)
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

    it('continues after a lost connection, without a question and without ending the share', async () => {
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
      // it could not be sent again: so it is now
      all.room().happens('Reconnected')
      await vi.advanceTimersByTimeAsync(0)
      expect(all.me.isScreenShareEnabled).toBe(true)
      expect(all.shown).not.toContain(false)
    })

    for (const [how, end] of [
      ['was ended', ({ connection }) => connection.shareScreen(false)],
      ['was paused', ({ connection }) => connection.suspend(true)],
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
      for (const tell of closed.screen.ended) tell()
      await vi.advanceTimersByTimeAsync(0)
      expect(closed.me.isScreenShareEnabled).toBe(false)
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
    await connection.suspend(true)
    expect(now()).toMatchObject({ camera: false, microphone: false, screen: false })
    await connection.suspend(false)
    expect(now()).toMatchObject({ camera: true, microphone: true, screen: false })
  })

  it('asks before anything of a person who may send from now on is sent, and ends it at once when they may not', async () => {
    const { connection, room, now } = await opened(false)
    await connection.suspend(true)
    const me = room().localParticipant
    me.permissions = { canPublish: true, canPublishSources: [2] }
    room().happens('ParticipantPermissionsChanged', {}, me)
    await vi.advanceTimersByTimeAsync(0)
    expect(now()).toMatchObject({ may: { camera: false, microphone: true, screen: false }, microphone: false })
    await connection.suspend(false)
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
      ...{ identity: 'paula', attributes: {}, name: 'Paula', isMicrophoneEnabled: false, isSpeaking: false },
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
})
