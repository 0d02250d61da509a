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

/** Refusals that no new attempt will change. */
const final: readonly ErrorCode[] = ['RemovedFromRoom', 'PitchNotFound', 'NotSignedIn']
/** A place that is taken again within so many milliseconds is somebody else's. */
const TAKEN_TWICE = 60_000

/** A live room's video: connects with a fresh token as often as it takes, and tells what there is. */
export class VideoConnection {
  #now = noVideo
  readonly #parts: VideoParts
  readonly #watchers = new Set<() => void>()
  readonly #desk: VideoDesk
  #choice: StageChoice
  #suspended = false
  #receives = true
  /** What sends and receives; its code comes with livekit-client's. */
  #inRoom: InRoom | undefined
  #room: Room | undefined
  #livekit: LiveKit | undefined
  #opening = 0
  #takenAt = 0
  readonly #attempts = new Attempts({
    open: () => void this.open({ receives: this.#receives }),
    anew: () => void this.#anew(),
    giveUp: () => this.#giveUpAttempt(),
    isGoingOn: () => this.#now.state === 'reconnecting',
    isMaking: () => !['idle', 'elsewhere'].includes(this.#now.state) && this.#room?.state !== 'connected',
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

  /** Connects, or begins to receive when it is connected ahead already. */
  start(): void {
    if (this.#now.state === 'idle' || this.#now.state === 'elsewhere') void this.open()
    else this.receive()
  }

  /** Receives what the others send, from now on. */
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
    const isAnew = this.#attempts.isRepeat || state === 'reconnecting'
    this.#set({ state: !isAnew ? 'connecting' : state === 'off' ? 'off' : 'reconnecting' })
    try {
      const asked = performance.now()
      let trip = 0
      // the token and the library come side by side
      const [pass, livekit, { enterRoom }] = await Promise.all([
        this.#parts.pass().finally(() => {
          trip = performance.now() - asked
        }),
        this.#parts.load(),
        import('./inRoom.ts'),
      ])
      if (opening !== this.#opening) return
      this.#livekit = livekit
      this.#inRoom ??= enterRoom(this.#desk, this.#choice, this.#suspended)
      const { sender, receiver, keeper } = this.#inRoom
      receiver.receive(this.#receives)
      const room = this.#room ?? this.#newRoom(livekit, this.#inRoom)
      this.#room = room
      await room.connect(pass.url, pass.token, {
        autoSubscribe: this.#receives,
        websocketTimeout: patienceFor(trip),
      })
      if (opening !== this.#opening) return void room.disconnect()
      this.#attempts.succeeded()
      // somebody may have joined while this was still connecting
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

  async #anew(): Promise<void> {
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

  /** Takes the stage's choice over: what is sent, and from which devices. */
  async choose(choice: StageChoice): Promise<void> {
    this.#choice = choice
    await this.#inRoom?.sender.choose(choice)
  }

  /** Sends nothing while suspended: during a pause, or before the person has agreed to be seen and heard. */
  async suspend(suspended: boolean): Promise<void> {
    this.#suspended = suspended
    await this.#inRoom?.sender.suspend(suspended)
  }

  /** Tries once more to send what could not be sent. */
  async retrySending(): Promise<void> {
    await this.#inRoom?.sender.retry()
  }

  /** The person's own picture behind them is another one. */
  async changePicture(): Promise<void> {
    await this.#inRoom?.sender.changePicture()
  }

  /** What happened to the devices was read. */
  forgetNews(): void {
    this.#set({ news: undefined })
  }

  /** Answers whether the screen is sent. */
  async shareScreen(admit: (() => Promise<unknown>) | false): Promise<boolean> {
    return (await this.#inRoom?.sender.shareScreen(admit)) ?? false
  }

  /** Whether the others' faces are to be seen; without them a weak line has more room for all the rest. */
  showPictures(on: boolean): void {
    this.#inRoom?.receiver.showPictures(on)
  }

  /** To be called from a click, which is what the browser waits for. */
  async turnOnSound(): Promise<void> {
    await this.#room?.startAudio()
    this.#refresh()
  }

  /** Whoever may send sends what they chose, once they are in the room. */
  async #send(): Promise<void> {
    if (this.#receives) await this.#inRoom?.sender.settle()
  }

  #newRoom(livekit: LiveKit, { sender, receiver }: InRoom): Room {
    const { Room, RoomEvent, DisconnectReason } = livekit
    const room = new Room({
      adaptiveStream: true,
      dynacast: true,
      reconnectPolicy: this.#attempts.policy,
      ...sender.options(livekit),
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

  #retry(failure: unknown): void {
    const code = failure === undefined ? undefined : codeOf(failure)
    if (code !== undefined && final.includes(code)) {
      this.close()
      return
    }
    this.#set({ state: code === 'VideoOff' ? 'off' : 'reconnecting', faces: [], screen: this.#keepsScreen })
    this.#attempts.failed()
  }

  /** A screen is kept through a loss of the connection: it is sent again, and the room is told of no end. */
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
