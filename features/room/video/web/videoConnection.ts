import type { Room } from 'livekit-client'
import type { Answer } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { patienceFor } from '#features/room/room/patience.ts'
import { codeOf } from '#web/ui/wording.ts'
import type { videoCalls } from '../contract.ts'
import { Attempts } from './attempts.ts'
import type { InRoom } from './inRoom.ts'
import type { StageChoice } from './stageChoice.ts'
import { type LiveKit, noVideo, type VideoDesk, type VideoNow } from './videoNow.ts'

type Pass = Answer<(typeof videoCalls)['getAgoraToken']>

export interface VideoParts {
  pass(): Promise<Pass>
  load(): Promise<LiveKit>
  /** Whether no other window of this browser has the video of the pitch. */
  alone?(): Promise<boolean>
}

/** Failures that a new attempt will not change. */
const final: readonly ErrorCode[] = ['RemovedFromRoom', 'PitchNotFound', 'NotSignedIn']
/** A second takeover within this time, in milliseconds, means that another window has the video. */
const TAKEN_TWICE = 60_000

/** A live room's video: connects with a new token for each attempt, and publishes its state to subscribers. */
export class VideoConnection {
  #now = noVideo
  readonly #parts: VideoParts
  readonly #watchers = new Set<() => void>()
  readonly #desk: VideoDesk
  #choice: StageChoice
  #suspended = false
  #receives = true
  /** Sends and receives; its code loads with livekit-client. */
  #inRoom: InRoom | undefined
  #room: Room | undefined
  #livekit: LiveKit | undefined
  #opening = 0
  #takenAt = 0
  readonly #attempts = new Attempts({
    open: () => void this.open({ receives: this.#receives }),
    reopen: () => void this.#reopen(),
    giveUp: () => this.#giveUpAttempt(),
    isResuming: () => this.#now.state === 'reconnecting',
    isConnecting: () => !['idle', 'elsewhere'].includes(this.#now.state) && this.#room?.state !== 'connected',
  })

  constructor(parts: VideoParts, choice: StageChoice) {
    this.#parts = parts
    this.#choice = choice
    this.#desk = {
      room: () => this.#room,
      livekit: () => this.#livekit,
      now: () => this.#now,
      set: change => this.#set(change),
      refresh: () => this.#refresh(),
    }
  }

  readonly get = (): VideoNow => this.#now
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Connects, or begins to receive on a connection made ahead. */
  start(): void {
    if (this.#now.state === 'idle' || this.#now.state === 'elsewhere') void this.open()
    else this.receive()
  }

  /** Begins to receive what the others send. */
  receive(): void {
    if (this.#receives) return
    this.#receives = true
    this.#inRoom?.receiver.receive(true)
  }

  async open({ receives = true } = {}): Promise<void> {
    this.#receives = receives
    const opening = ++this.#opening
    this.#attempts.begins()
    const { state } = this.#now
    const isRepeat = this.#attempts.isRepeat || state === 'reconnecting'
    this.#set({ state: !isRepeat ? 'connecting' : state === 'off' ? 'off' : 'reconnecting' })
    try {
      const began = performance.now()
      let trip = 0
      // loads the token and the library in parallel
      const [pass, livekit, { enterRoom }] = await Promise.all([
        this.#parts.pass().finally(() => {
          trip = performance.now() - began
        }),
        this.#parts.load(),
        import('./inRoom.ts'),
      ])
      if (opening !== this.#opening) return
      this.#livekit = livekit
      this.#inRoom ??= enterRoom(this.#desk, this.#choice, this.#suspended)
      const { sender, receiver, keeper } = this.#inRoom
      receiver.receive(this.#receives)
      const room = this.#room ?? this.#newRoom(livekit, this.#inRoom, pass.is_recorded)
      this.#room = room
      await room.connect(pass.url, pass.token, {
        autoSubscribe: this.#receives,
        websocketTimeout: patienceFor(trip),
      })
      if (opening !== this.#opening) return void room.disconnect()
      this.#attempts.succeeded()
      // the person may have joined while this was still connecting
      receiver.receive(this.#receives)
      this.#set({ state: 'on', ...sender.allowed(room, pass.can_publish) })
      this.#refresh()
      keeper.start()
      if (this.#receives) await sender.resume()
    } catch (failure) {
      if (opening === this.#opening) this.#retry(failure)
    }
  }

  /** Whether the server can be reached, as far as the room knows. */
  reach(can: boolean): void {
    this.#attempts.reach(can)
  }

  async #reopen(): Promise<void> {
    const opening = ++this.#opening
    await this.#room?.disconnect()
    if (opening === this.#opening) await this.open({ receives: this.#receives })
  }

  #giveUpAttempt(): void {
    this.#opening++
    void this.#room?.disconnect()
    this.#retry(undefined)
  }

  close(): void {
    this.#opening++
    this.#attempts.end()
    this.#inRoom?.keeper.stop()
    this.#inRoom?.sender.end()
    this.#inRoom = undefined
    const room = this.#room
    this.#room = undefined
    void room?.disconnect()
    this.#set(noVideo)
  }

  /** Applies a choice: what is sent, and from which devices. */
  async choose(choice: StageChoice): Promise<void> {
    this.#choice = choice
    await this.#inRoom?.sender.choose(choice)
  }

  /** Sends nothing while suspended: during a pause, or before the person has agreed to be seen and heard. */
  async suspend(suspended: boolean): Promise<void> {
    this.#suspended = suspended
    await this.#inRoom?.sender.suspend(suspended)
  }

  /** Tries again to send what could not be sent. */
  async retrySending(): Promise<void> {
    await this.#inRoom?.sender.retry()
  }

  /** Applies a new own background picture. */
  async changePicture(): Promise<void> {
    await this.#inRoom?.sender.changePicture()
  }

  /** Dismisses the news about devices. */
  forgetNews(): void {
    this.#set({ news: undefined })
  }

  /** Sends the screen once `admit` has succeeded; false stops it. Returns whether it is sent. */
  async shareScreen(admit: (() => Promise<unknown>) | false): Promise<boolean> {
    return (await this.#inRoom?.sender.shareScreen(admit)) ?? false
  }

  /** Shows or hides the others' faces; without them a weak connection has more capacity for the rest. */
  showPictures(on: boolean): void {
    this.#inRoom?.receiver.showPictures(on)
  }

  /** Must be called from a click, which browsers require. */
  async turnOnSound(): Promise<void> {
    await this.#room?.startAudio()
    this.#refresh()
  }

  /** Sends what the person chose, once they are in the room. */
  async #send(): Promise<void> {
    if (this.#receives) await this.#inRoom?.sender.settle()
  }

  #newRoom(livekit: LiveKit, { sender, receiver }: InRoom, isRecorded: boolean): Room {
    const { Room, RoomEvent, DisconnectReason } = livekit
    const room = new Room({
      adaptiveStream: true,
      dynacast: true,
      reconnectPolicy: this.#attempts.policy,
      ...sender.options(livekit, isRecorded),
    })
    receiver.follow(room, livekit)
    room.on(RoomEvent.ParticipantPermissionsChanged, (_before, one) => {
      if (one === room.localParticipant) void sender.permit(room).then(() => this.#send())
    })
    room.on(RoomEvent.Reconnecting, () => {
      this.#set({ state: 'reconnecting' })
      if (room.localParticipant.trackPublications.size === 0) this.#attempts.restarts()
    })
    room.on(RoomEvent.Reconnected, () => {
      if (this.#room !== room) return
      this.#set({ state: 'on' })
      this.#refresh()
      if (this.#receives) void sender.catchUp()
    })
    room.on(RoomEvent.Disconnected, reason => {
      if (this.#room !== room || reason === DisconnectReason.CLIENT_INITIATED) return
      if (reason === DisconnectReason.DUPLICATE_IDENTITY) void this.#placeTaken(room)
      else this.#retry(undefined)
    })
    return room
  }

  /**
   * Handles that the person's place was taken: by another window or device, or by this connection itself, which broke
   * and reconnected before the server had noticed. Without another window it tries again, and then leaves the place.
   */
  async #placeTaken(room: Room): Promise<void> {
    const alone = (await this.#parts.alone?.()) ?? false
    if (this.#room !== room) return
    const again = alone && Date.now() - this.#takenAt > TAKEN_TWICE
    this.#takenAt = Date.now()
    if (again) this.#retry(undefined)
    else this.#set({ state: 'elsewhere', faces: [] })
  }

  #retry(failure: unknown): void {
    const code = failure === undefined ? undefined : codeOf(failure)
    if (code !== undefined && final.includes(code)) {
      this.close()
      return
    }
    this.#set({ state: code === 'VideoOff' ? 'off' : 'reconnecting', faces: [], screen: this.#keepsScreen })
    this.#attempts.failed()
  }

  /** Whether a screen is kept through a lost connection, to be sent again without ending the share. */
  get #keepsScreen(): boolean {
    return this.#inRoom?.sender.keepsScreen ?? false
  }

  #refresh(): void {
    const room = this.#room
    const livekit = this.#livekit
    if (!room || !livekit) return
    const { localParticipant: me } = room
    this.#set({
      faces: this.#inRoom?.receiver.faces(room, livekit) ?? [],
      soundBlocked: !room.canPlaybackAudio,
      camera: me.isCameraEnabled,
      microphone: me.isMicrophoneEnabled,
      screen: me.isScreenShareEnabled || this.#keepsScreen,
      sound: me.getTrackPublication(livekit.Track.Source.Microphone)?.track?.mediaStreamTrack,
    })
  }

  #set(change: Partial<VideoNow>): void {
    this.#now = { ...this.#now, ...change }
    for (const watcher of this.#watchers) watcher()
  }
}
