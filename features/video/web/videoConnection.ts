import type { LocalVideoTrack, Participant, RemoteTrack, Room, Track } from 'livekit-client'
import type { Answer } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { codeOf } from '#web/ui/wording.ts'
import type { videoCalls } from '../contract.ts'
import { type CaptureProblem, problemOf, type Source } from './capture.ts'
import type { StageChoice } from './stageChoice.ts'

type Pass = Answer<(typeof videoCalls)['getAgoraToken']>
type LiveKit = typeof import('livekit-client')

/** `off`: this server has no video. `elsewhere`: the same person took it over in another window. */
export type VideoState = 'idle' | 'connecting' | 'on' | 'reconnecting' | 'off' | 'elsewhere'

/** Somebody on stage. */
export interface Face {
  readonly id: string
  readonly name: string
  readonly isMe: boolean
  readonly camera: Track | undefined
  readonly screen: Track | undefined
  readonly sounds: readonly RemoteTrack[]
  readonly isMuted: boolean
  readonly isSpeaking: boolean
  /** Their line is too weak for what they send, or silent; undefined while all is well or nothing is known. */
  readonly weak: 'poor' | 'lost' | undefined
}

/** What somebody may send now, as LiveKit allows it. */
export interface MaySend {
  readonly camera: boolean
  readonly microphone: boolean
  readonly screen: boolean
}

export interface VideoNow {
  readonly state: VideoState
  readonly mayPublish: boolean
  readonly may: MaySend
  readonly faces: readonly Face[]
  /** The browser wants a click before it plays sound. */
  readonly soundBlocked: boolean
  readonly camera: boolean
  readonly microphone: boolean
  readonly screen: boolean
  /** Why the last attempt to send something failed. */
  readonly problem: { readonly source: Source | 'screen'; readonly problem: CaptureProblem } | undefined
}

export interface VideoParts {
  pass(): Promise<Pass>
  load(): Promise<LiveKit>
  /** Whether no other window of this browser has the video of the pitch. */
  alone?(): Promise<boolean>
}

const nothing: VideoNow = {
  state: 'idle',
  mayPublish: false,
  may: { camera: false, microphone: false, screen: false },
  faces: [],
  soundBlocked: false,
  camera: false,
  microphone: false,
  screen: false,
  problem: undefined,
}
/** Refusals that no new attempt will change. */
const final: readonly ErrorCode[] = ['RemovedFromRoom', 'PitchNotFound', 'NotSignedIn']
/** A place that is taken again within so many milliseconds is somebody else's. */
const TAKEN_TWICE = 60_000
/** Pauses between attempts, in milliseconds; the last one goes on. */
const pauses = [300, 1000, 2000, 4000, 8000]

/** A live room's video: connects with a fresh token as often as it takes, sends and receives, tells what there is. */
export class VideoConnection {
  #now = nothing
  readonly #parts: VideoParts
  readonly #watchers = new Set<() => void>()
  #room: Room | undefined
  #livekit: LiveKit | undefined
  #choice: StageChoice
  #opening = 0
  #attempt = 0
  #receives = true
  #takenAt = 0
  #held = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: VideoParts, choice: StageChoice) {
    this.#parts = parts
    this.#choice = choice
  }

  readonly get = (): VideoNow => this.#now
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Connects, or begins to receive when it is connected ahead already. */
  start(): void {
    if (this.#now.state === 'idle' || this.#now.state === 'elsewhere') void this.open()
    else this.receive()
  }

  /** Receives what the others send, from now on. */
  receive(): void {
    if (this.#receives) return
    this.#receives = true
    this.#subscribe()
  }

  #subscribe(): void {
    for (const one of this.#room?.remoteParticipants.values() ?? [])
      for (const publication of one.trackPublications.values())
        if (!publication.isDesired) publication.setSubscribed(true)
  }

  async open({ receives = true } = {}): Promise<void> {
    this.#receives = receives
    const opening = ++this.#opening
    clearTimeout(this.#timer)
    this.#set({ state: this.#attempt === 0 ? 'connecting' : this.#now.state === 'off' ? 'off' : 'reconnecting' })
    try {
      // the token and the library come side by side
      const [pass, livekit] = await Promise.all([this.#parts.pass(), this.#parts.load()])
      if (opening !== this.#opening) return
      this.#livekit = livekit
      const room = this.#room ?? this.#newRoom(livekit)
      this.#room = room
      await room.connect(pass.url, pass.token, { autoSubscribe: this.#receives })
      if (opening !== this.#opening) return void room.disconnect()
      this.#attempt = 0
      // somebody may have joined while this was still connecting
      if (this.#receives) this.#subscribe()
      this.#set({ state: 'on', ...this.#allowed(room, pass.can_publish) })
      this.#refresh()
      if (this.#now.mayPublish && this.#receives) await this.#send()
    } catch (failure) {
      if (opening === this.#opening) this.#retry(failure)
    }
  }

  close(): void {
    this.#opening++
    clearTimeout(this.#timer)
    const room = this.#room
    this.#room = undefined
    this.#attempt = 0
    void room?.disconnect()
    this.#set(nothing)
  }

  /** Takes the stage's choice over: what is sent, and from which devices. */
  async choose(choice: StageChoice): Promise<void> {
    const before = this.#choice
    this.#choice = choice
    const room = this.#room
    if (!room || this.#now.state !== 'on') return
    const moves = [
      ['videoinput', before.cameraId, choice.cameraId],
      ['audioinput', before.microphoneId, choice.microphoneId],
      ['audiooutput', before.speakerId, choice.speakerId],
    ] as const
    for (const [kind, from, to] of moves) if (to && to !== from) await room.switchActiveDevice(kind, to).catch(() => {})
    if (this.#now.mayPublish) await this.#send()
  }

  /** Sends nothing as long as it is held: the pitch is paused, or its person has not agreed to be seen and heard. */
  async hold(held: boolean): Promise<void> {
    if (held === this.#held) return
    this.#held = held
    if (!this.#room || this.#now.state !== 'on' || !this.#now.mayPublish) return
    if (held && this.#now.screen) await this.shareScreen(false)
    await this.#send()
  }

  /** LiveKit says what may be sent from now on: what may not be any more ends here too, its device with it. */
  async #permit(room: Room): Promise<void> {
    const { mayPublish, may } = this.#allowed(room, this.#now.mayPublish)
    this.#set({ mayPublish, may })
    const { Source } = this.#livekit?.Track ?? {}
    for (const publication of room.localParticipant.trackPublications.values()) {
      const mayStay =
        publication.source === Source?.Camera
          ? may.camera
          : publication.source === Source?.Microphone
            ? may.microphone
            : may.screen
      if (!mayStay && publication.track) await room.localParticipant.unpublishTrack(publication.track, true)
    }
    this.#refresh()
    if (mayPublish && this.#receives && this.#now.state === 'on') await this.#send()
  }

  #allowed(room: Room, otherwise: boolean): Pick<VideoNow, 'mayPublish' | 'may'> {
    const { canPublish = otherwise, canPublishSources: only = [] } = room.localParticipant.permissions ?? {}
    // LiveKit's numbers of the sources; none at all stands for every one
    const allows = (source: number) => canPublish && (only.length === 0 || (only as number[]).includes(source))
    return { mayPublish: canPublish, may: { camera: allows(1), microphone: allows(2), screen: allows(3) } }
  }

  async shareScreen(on: boolean): Promise<void> {
    await this.#try('screen', room =>
      room.localParticipant.setScreenShareEnabled(on, { audio: true, contentHint: 'detail' }),
    )
  }

  /** To be called from a click, which is what the browser waits for. */
  async turnOnSound(): Promise<void> {
    await this.#room?.startAudio()
    this.#refresh()
  }

  #newRoom({ Room, RoomEvent, VideoPresets, DisconnectReason }: LiveKit): Room {
    const room = new Room({
      adaptiveStream: true,
      dynacast: true,
      videoCaptureDefaults: { resolution: VideoPresets.h720.resolution, ...from(this.#choice.cameraId) },
      audioCaptureDefaults: from(this.#choice.microphoneId),
      publishDefaults: { simulcast: true, videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h360] },
      audioOutput: from(this.#choice.speakerId),
    })
    const refresh = () => this.#refresh()
    for (const event of [
      RoomEvent.ParticipantConnected,
      RoomEvent.ParticipantDisconnected,
      RoomEvent.TrackSubscribed,
      RoomEvent.TrackUnsubscribed,
      RoomEvent.TrackMuted,
      RoomEvent.TrackUnmuted,
      RoomEvent.LocalTrackPublished,
      RoomEvent.LocalTrackUnpublished,
      RoomEvent.ActiveSpeakersChanged,
      RoomEvent.AudioPlaybackStatusChanged,
      RoomEvent.ParticipantNameChanged,
      RoomEvent.ConnectionQualityChanged,
    ] as const)
      room.on(event, refresh)
    // a room that was connected ahead does not receive by itself what is sent later
    room.on(RoomEvent.TrackPublished, publication => {
      if (this.#receives && !publication.isDesired) publication.setSubscribed(true)
    })
    room.on(RoomEvent.ParticipantPermissionsChanged, (_before, one) => {
      if (one === room.localParticipant) void this.#permit(room)
    })
    room.on(RoomEvent.Reconnecting, () => this.#set({ state: 'reconnecting' }))
    room.on(RoomEvent.Reconnected, () => this.#set({ state: 'on' }))
    room.on(RoomEvent.Disconnected, reason => {
      if (this.#room !== room || reason === DisconnectReason.CLIENT_INITIATED) return
      if (reason === DisconnectReason.DUPLICATE_IDENTITY) void this.#giveUp(room)
      else this.#retry(undefined)
    })
    return room
  }

  /**
   * The person's place was taken: by another window or device, or by this very connection, which broke and came again
   * before the server had noticed. So where no other window is, it is tried once more, and then left to whoever has it.
   */
  async #giveUp(room: Room): Promise<void> {
    const alone = (await this.#parts.alone?.()) ?? false
    if (this.#room !== room) return
    const again = alone && Date.now() - this.#takenAt > TAKEN_TWICE
    this.#takenAt = Date.now()
    if (again) this.#retry(undefined)
    else this.#set({ state: 'elsewhere', faces: [] })
  }

  /** Sends what the choice says, as far as it is not sent yet. */
  async #send(): Promise<void> {
    const { cameraId, microphoneId } = this.#choice
    const { may } = this.#now
    const camera = this.#choice.camera && may.camera && !this.#held
    const microphone = this.#choice.microphone && may.microphone && !this.#held
    await Promise.all([
      this.#try('camera', room =>
        room.localParticipant.isCameraEnabled === camera
          ? undefined
          : room.localParticipant.setCameraEnabled(camera, from(cameraId)),
      ),
      this.#try('microphone', room =>
        room.localParticipant.isMicrophoneEnabled === microphone
          ? undefined
          : room.localParticipant.setMicrophoneEnabled(
              microphone,
              microphoneId ? { deviceId: microphoneId } : undefined,
            ),
      ),
    ])
  }

  async #try(source: Source | 'screen', act: (room: Room) => Promise<unknown> | undefined): Promise<void> {
    if (!this.#room) return
    try {
      await act(this.#room)
      if (this.#now.problem?.source === source) this.#set({ problem: undefined })
    } catch (failure) {
      const problem = problemOf(failure)
      // closing the browser's own question about the screen is no failure
      if (source !== 'screen' || problem !== 'denied') this.#set({ problem: { source, problem } })
    }
    this.#refresh()
  }

  #retry(failure: unknown): void {
    const code = failure === undefined ? undefined : codeOf(failure)
    if (code !== undefined && final.includes(code)) {
      this.close()
      return
    }
    const pause = pauses[Math.min(this.#attempt++, pauses.length - 1)]
    this.#set({ state: code === 'VideoOff' ? 'off' : 'reconnecting', faces: [], screen: false })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.open({ receives: this.#receives }), pause)
  }

  #refresh(): void {
    const room = this.#room
    const livekit = this.#livekit
    if (!room || !livekit) return
    const { localParticipant: me, remoteParticipants } = room
    this.#set({
      faces: [me, ...remoteParticipants.values()].map(one => faceOf(one, one === me, livekit)).filter(isOnStage),
      soundBlocked: !room.canPlaybackAudio,
      camera: me.isCameraEnabled,
      microphone: me.isMicrophoneEnabled,
      screen: me.isScreenShareEnabled,
    })
  }

  #set(change: Partial<VideoNow>): void {
    this.#now = { ...this.#now, ...change }
    for (const watcher of this.#watchers) watcher()
  }
}

const from = (deviceId: string | undefined) => (deviceId ? { deviceId } : {})

function faceOf(one: Participant, isMe: boolean, { Track: { Source } }: LiveKit): Face {
  const camera = one.getTrackPublication(Source.Camera)
  const sounds = [Source.Microphone, Source.ScreenShareAudio].map(source => one.getTrackPublication(source)?.track)
  return {
    id: one.identity,
    name: one.name ?? '',
    isMe,
    camera: camera?.isMuted ? undefined : (camera?.track as LocalVideoTrack | undefined),
    screen: one.getTrackPublication(Source.ScreenShare)?.track,
    sounds: isMe ? [] : (sounds.filter(Boolean) as RemoteTrack[]),
    isMuted: !one.isMicrophoneEnabled,
    isSpeaking: one.isSpeaking,
    weak: weaknessOf(one.connectionQuality),
  }
}

const weaknessOf = (quality: string | undefined): Face['weak'] =>
  quality === 'poor' || quality === 'lost' ? quality : undefined

/** Those who send nothing are in the list of people, not in the strip of faces. */
const isOnStage = ({ isMe, camera, screen, sounds, isMuted }: Face) =>
  camera !== undefined || screen !== undefined || sounds.length > 0 || (isMe && !isMuted)
