import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { FakeRoom, livekit, opened, pass } from './testing/fakeLiveKit.ts'
import { VideoConnection } from './videoConnection.ts'

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

  it('sends nothing of attendees', async () => {
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
      this.remoteParticipants.set('p', { attributes: {}, trackPublications, getTrackPublication: () => undefined })
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

  it('receives what is there when the person joins while it still connects', async () => {
    const connection = new VideoConnection(
      { pass: async () => pass(false), load: async () => livekit },
      { camera: true, microphone: true },
    )
    const there = { kind: 'video', isDesired: false, setSubscribed: vi.fn(), track: undefined }
    const connect = vi.spyOn(FakeRoom.prototype, 'connect').mockImplementationOnce(async function (this: FakeRoom) {
      connection.start()
      this.remoteParticipants.set('p', {
        attributes: {},
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
      attributes: {},
      trackPublications: new Map([camera, voice, screen].map(one => [one.source, one])),
      getTrackPublication: () => undefined,
    })
    const says = (quality: string) => room().happens('ConnectionQualityChanged', quality, room().localParticipant)
    says('poor')
    await vi.advanceTimersByTimeAsync(9000)
    expect(now()).toMatchObject({ weak: true, pictures: 'saved' })
    expect([camera, voice, screen].map(({ isDesired }) => isDesired)).toEqual([false, true, true])
    // the face of a participant who joins now is not received either
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

  it('tells whose line is weak, and when it is well again', async () => {
    const { room, now } = await opened(false)
    const camera = { isMuted: false, track: {} }
    const paula = {
      ...{
        identity: 'p',
        attributes: { person: 'p' },
        name: 'Paula',
        isMicrophoneEnabled: true,
        isSpeaking: false,
        connectionQuality: 'poor',
      },
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
