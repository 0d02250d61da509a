import type { LocalTrack, Room } from 'livekit-client'
import { CameraBackground } from './cameraBackground.ts'
import { problemOf, type Source } from './capture.ts'
import { kindOf, type Place } from './deviceChanges.ts'
import { changeNoise, filterNoise, soundOf } from './microphoneSound.ts'
import { SentScreen } from './screen.ts'
import { SentDevice } from './sentDevice.ts'
import type { StageChoice } from './stageChoice.ts'
import type { LiveKit, VideoDesk, VideoNow } from './videoNow.ts'

const from = (deviceId: string | undefined) => (deviceId ? { deviceId } : {})
const noiseOf = ({ noise = 'browser' }: StageChoice) => noise
const backgroundOf = ({ background = 'none' }: StageChoice) => background

/** Sends the person's camera, microphone and screen, as chosen and as the room allows. */
export class MediaSender {
  readonly #desk: VideoDesk
  readonly #devices: Readonly<Record<Source, SentDevice>>
  #choice: StageChoice
  /** The choice that was applied last. */
  #applied: StageChoice
  #suspended = false
  readonly #screen: SentScreen
  readonly #background: CameraBackground
  /** The camera stays off until another background is chosen: this machine cannot show the chosen one. */
  #backgroundFailed = false

  constructor(desk: VideoDesk, choice: StageChoice, suspended: boolean) {
    this.#desk = desk
    this.#choice = choice
    this.#applied = choice
    this.#suspended = suspended
    this.#screen = new SentScreen(desk, () => this.#suspended)
    this.#background = new CameraBackground(desk, {
      choice: () => backgroundOf(this.#choice),
      slow: () => void this.#giveUpBackground(),
    })
    this.#devices = {
      camera: new SentDevice('camera', {
        ...{ desk, wish: () => this.#wish('camera') },
        make: room => this.#openCamera(room),
        fits: track => this.#background.fits(track),
      }),
      microphone: new SentDevice('microphone', {
        ...{ desk, wish: () => this.#wish('microphone') },
        make: async ({ localParticipant: me }) => (await me.createTracks({ audio: soundOf(this.#choice) }))[0],
        fits: async () => true,
        opened: track => filterNoise(track, this.#choice),
      }),
    }
  }

  get choice(): StageChoice {
    return this.#choice
  }

  /** Whether the own screen is shared, also while reconnecting. */
  get keepsScreen(): boolean {
    return this.#screen.isKept
  }

  /** The options of a LiveKit room: devices, the sizes of pictures and, where they are recorded, their coding. */
  options({ VideoPresets }: LiveKit, isRecorded: boolean) {
    const { cameraId, speakerId } = this.#choice
    return {
      videoCaptureDefaults: { resolution: VideoPresets.h720.resolution, ...from(cameraId) },
      audioCaptureDefaults: soundOf(this.#choice),
      publishDefaults: {
        simulcast: true,
        videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h360],
        ...(isRecorded && ({ videoCodec: 'h264' } as const)),
      },
      audioOutput: from(speakerId),
    }
  }

  /** Applies a choice. Devices that are turned off are silent at once; the rest waits for a working connection. */
  async choose(choice: StageChoice): Promise<void> {
    if (choice.camera !== this.#choice.camera || backgroundOf(choice) !== backgroundOf(this.#choice))
      this.#backgroundFailed = false
    this.#choice = choice
    this.#hush()
    await this.settle()
  }

  /** Applies what was chosen and is not applied yet. */
  async settle(): Promise<void> {
    const [before, choice] = [this.#applied, this.#choice]
    const changes: Promise<void>[] = []
    if (this.#desk.room() && this.#desk.now().state === 'on') {
      this.#applied = choice
      for (const place of ['camera', 'microphone', 'speaker'] as const) {
        const to = choice[`${place}Id`]
        if (to && to !== before[`${place}Id`]) changes.push(this.use(place, to))
      }
      if (noiseOf(choice) !== noiseOf(before))
        changes.push(this.#inTurn('microphone', () => changeNoise(this.#devices.microphone.track, this.#choice)))
      if (backgroundOf(choice) === 'none' && backgroundOf(before) !== 'none') this.#desk.set({ background: undefined })
    }
    // each device has its own queue: a camera that waits for the person does not delay the microphone
    await Promise.all([...changes, this.send()])
  }

  /** After connecting again: sends the screen and devices as chosen. */
  async resume(): Promise<void> {
    if (this.#screen.isKept || this.#desk.room()?.localParticipant.isScreenShareEnabled)
      void this.#try('screen', room => this.#screen.catchUp(room))
    await this.settle()
  }

  /** After LiveKit has reconnected by itself, with what was sent before: applies what was chosen meanwhile. */
  async catchUp(): Promise<void> {
    this.#hush()
    // LiveKit reopens cameras, also one that was turned off meanwhile
    void this.#inTurn('camera', room => this.#devices.camera.letGo(room))
    await this.resume()
  }

  /** Stops sending permanently. */
  end(): void {
    this.#screen.end()
    for (const device of Object.values(this.#devices)) device.end()
  }

  /** Tries again to send what could not be sent. */
  async retry(): Promise<void> {
    this.#backgroundFailed = false
    await this.send()
  }

  /** Switches to another camera, microphone or loudspeaker. */
  async use(place: Place, deviceId: string): Promise<void> {
    if (place === 'speaker') {
      await this.#desk
        .room()
        ?.switchActiveDevice(kindOf.speaker, deviceId)
        .catch(() => {})
      return
    }
    await this.#inTurn(place, room => room.switchActiveDevice(kindOf[place], deviceId))
  }

  /** Sends nothing while suspended. */
  async suspend(suspended: boolean): Promise<void> {
    if (suspended === this.#suspended) return
    this.#suspended = suspended
    this.#hush()
    await Promise.all([this.send(), suspended && this.shareScreen(false)])
  }

  /** Sends the screen once `admit` has succeeded; `false` stops it. Returns whether it is sent. */
  async shareScreen(admit: (() => Promise<unknown>) | false): Promise<boolean> {
    if (!admit) this.#screen.end()
    await this.#try('screen', async room => {
      const livekit = this.#desk.livekit()
      if (!admit) await this.#screen.stop(room)
      else if (livekit) await this.#screen.start(room, livekit, admit)
    })
    return this.#desk.now().screen
  }

  /** Sends what the choice says, and nothing else. */
  async send(): Promise<void> {
    this.#hush()
    const { camera, microphone } = this.#devices
    await Promise.all([
      this.#inTurn('camera', room => camera.match(room)),
      this.#inTurn('microphone', room => microphone.match(room)),
    ])
  }

  /** A word for the way in which a device is to be sent now; undefined for not at all. */
  #wish(source: Source): string | undefined {
    if (!this.#choice[source] || !this.#desk.now().may[source] || this.#suspended) return undefined
    if (source === 'microphone') return 'voice'
    return this.#backgroundFailed ? undefined : backgroundOf(this.#choice)
  }

  #hush(): void {
    for (const device of Object.values(this.#devices)) device.hush()
  }

  /** What LiveKit lets the person send; `otherwise` before it has said so. */
  allowed(room: Room, otherwise: boolean): Pick<VideoNow, 'mayPublish' | 'may'> {
    const { canPublish = otherwise, canPublishSources: only = [] } = room.localParticipant.permissions ?? {}
    // LiveKit's source numbers; an empty list allows all
    const allows = (source: number) => canPublish && (only.length === 0 || (only as number[]).includes(source))
    return { mayPublish: canPublish, may: { camera: allows(1), microphone: allows(2), screen: allows(3) } }
  }

  /** Applies changed permissions: ends what may not be sent any longer, and stops its device. */
  async permit(room: Room): Promise<void> {
    const { mayPublish, may } = this.allowed(room, this.#desk.now().mayPublish)
    this.#desk.set({ mayPublish, may })
    this.#hush()
    if (!may.screen && this.#desk.now().state === 'on') this.#screen.end()
    const { Source } = this.#desk.livekit()?.Track ?? {}
    for (const publication of room.localParticipant.trackPublications.values()) {
      const mayStay =
        publication.source === Source?.Camera
          ? may.camera
          : publication.source === Source?.Microphone
            ? may.microphone
            : may.screen
      if (!mayStay && publication.track) await room.localParticipant.unpublishTrack(publication.track, true)
    }
    this.#desk.refresh()
  }

  /** Opens the camera with its background, so that no frame shows the room behind the person. */
  async #openCamera({ localParticipant: me }: Room): Promise<LocalTrack | undefined> {
    const video = from(this.#choice.cameraId)
    const processor = await this.#background.make()
    return (await me.createTracks({ video: { ...video, ...(processor ? { processor } : {}) } }))[0]
  }

  /** Applies a new own background picture. */
  async changePicture(): Promise<void> {
    await this.#background.changePicture()
  }

  /** Stops the camera on a machine that is too slow, instead of showing the room behind the person. */
  async #giveUpBackground(): Promise<void> {
    this.#backgroundFailed = true
    const { track } = this.#devices.camera
    this.#background.forget()
    if (track) await this.#desk.room()?.localParticipant.unpublishTrack(track, true)
    this.#desk.refresh()
    this.#desk.set({ background: 'slow', problems: { ...this.#desk.now().problems, camera: 'background' } })
  }

  /** Runs `act` after all earlier operations on the device. */
  #inTurn(source: Source, act: (room: Room) => Promise<unknown>): Promise<void> {
    return this.#devices[source].inTurn(() => this.#try(source, act))
  }

  async #try(source: Source | 'screen', act: (room: Room) => Promise<unknown> | undefined): Promise<void> {
    const room = this.#desk.room()
    if (!room) return
    const began = performance.now()
    try {
      await act(room)
      // keeps the problem of a camera that waits for another background
      const waits = source === 'camera' && this.#backgroundFailed
      if (this.#desk.now().problems[source] && !waits) this.#setProblem(source, undefined)
    } catch (failure) {
      const problem = problemOf(failure, performance.now() - began)
      if (problem === 'background') {
        this.#backgroundFailed = true
        this.#desk.set({ background: undefined })
      }
      // closing the browser's dialog about the screen is no failure
      if (source !== 'screen' || (problem !== 'denied' && problem !== 'blocked')) this.#setProblem(source, problem)
    }
    this.#desk.refresh()
  }

  #setProblem(source: Source | 'screen', problem: VideoNow['problems'][Source]): void {
    const { [source]: _before, ...others } = this.#desk.now().problems
    this.#desk.set({ problems: problem ? { ...others, [source]: problem } : others })
  }
}
