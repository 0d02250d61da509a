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

/** Camera, microphone and screen of this person: what they chose, as far as the room lets them. */
export class MediaSender {
  readonly #desk: VideoDesk
  readonly #devices: Readonly<Record<Source, SentDevice>>
  #choice: StageChoice
  /** What devices, filter and background were last set to. */
  #settled: StageChoice
  #suspended = false
  readonly #screen: SentScreen
  readonly #background: CameraBackground
  /** The camera waits for another background: this one cannot be shown here. */
  #waits = false

  constructor(desk: VideoDesk, choice: StageChoice, suspended: boolean) {
    this.#desk = desk
    this.#choice = choice
    this.#settled = choice
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

  /** The own screen is to be seen, also while a connection is made again. */
  get keepsScreen(): boolean {
    return this.#screen.isKept
  }

  /** What a room is made with: where sound and pictures come from and go to, and in which sizes. */
  options({ VideoPresets }: LiveKit) {
    const { cameraId, speakerId } = this.#choice
    return {
      videoCaptureDefaults: { resolution: VideoPresets.h720.resolution, ...from(cameraId) },
      audioCaptureDefaults: soundOf(this.#choice),
      publishDefaults: { simulcast: true, videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h360] },
      audioOutput: from(speakerId),
    }
  }

  /** Takes the stage's choice over. What it turns off is silent at once; the rest waits for a connection that stands. */
  async choose(choice: StageChoice): Promise<void> {
    if (choice.camera !== this.#choice.camera || backgroundOf(choice) !== backgroundOf(this.#choice))
      this.#waits = false
    this.#choice = choice
    this.#hush()
    await this.settle()
  }

  /** Does what was chosen and is not done yet: from which devices, how, and what is sent. */
  async settle(): Promise<void> {
    const [before, choice] = [this.#settled, this.#choice]
    const changes: Promise<void>[] = []
    if (this.#desk.room() && this.#desk.now().state === 'on') {
      this.#settled = choice
      for (const place of ['camera', 'microphone', 'speaker'] as const) {
        const to = choice[`${place}Id`]
        if (to && to !== before[`${place}Id`]) changes.push(this.use(place, to))
      }
      if (noiseOf(choice) !== noiseOf(before))
        changes.push(this.#inTurn('microphone', () => changeNoise(this.#devices.microphone.track, this.#choice)))
      if (backgroundOf(choice) === 'none' && backgroundOf(before) !== 'none') this.#desk.set({ background: undefined })
    }
    // each in the line of its device: a camera that waits for its person keeps no microphone waiting
    await Promise.all([...changes, this.send()])
  }

  /** A connection stands again: whatever was sent, and is still to be sent. */
  async resume(): Promise<void> {
    if (this.#screen.isKept || this.#desk.room()?.localParticipant.isScreenShareEnabled)
      void this.#try('screen', room => this.#screen.catchUp(room))
    await this.settle()
  }

  /** LiveKit has come back by itself, and sends what it sent before: what was chosen meanwhile is done now. */
  async catchUp(): Promise<void> {
    this.#hush()
    // it opens cameras anew on its way, also one that was turned off meanwhile
    void this.#inTurn('camera', room => this.#devices.camera.letGo(room))
    await this.resume()
  }

  /** Nothing goes out of here any more. */
  end(): void {
    this.#screen.end()
    for (const device of Object.values(this.#devices)) device.end()
  }

  /** Tries once more what could not be sent. */
  async retry(): Promise<void> {
    this.#waits = false
    await this.send()
  }

  /** Takes sound or picture from another device, or plays on another. */
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

  /** Sends the screen once `admit` has the server allow it; `false` ends it. Answers whether it is sent. */
  async shareScreen(admit: (() => Promise<unknown>) | false): Promise<boolean> {
    if (!admit) this.#screen.end()
    await this.#try('screen', async room => {
      const livekit = this.#desk.livekit()
      if (!admit) await this.#screen.stop(room)
      else if (livekit) await this.#screen.start(room, livekit, admit)
    })
    return this.#desk.now().screen
  }

  /** Sends what the choice says, as far as it is not sent yet, and nothing else. */
  async send(): Promise<void> {
    this.#hush()
    const { camera, microphone } = this.#devices
    await Promise.all([
      this.#inTurn('camera', room => camera.match(room)),
      this.#inTurn('microphone', room => microphone.match(room)),
    ])
  }

  /** Another word for each way in which it is to be sent now; undefined for not at all. */
  #wish(source: Source): string | undefined {
    if (!this.#choice[source] || !this.#desk.now().may[source] || this.#suspended) return undefined
    if (source === 'microphone') return 'voice'
    return this.#waits ? undefined : backgroundOf(this.#choice)
  }

  #hush(): void {
    for (const device of Object.values(this.#devices)) device.hush()
  }

  /** What LiveKit lets this person send; `otherwise` where it has not said yet. */
  allowed(room: Room, otherwise: boolean): Pick<VideoNow, 'mayPublish' | 'may'> {
    const { canPublish = otherwise, canPublishSources: only = [] } = room.localParticipant.permissions ?? {}
    // LiveKit's numbers of the sources; none at all stands for every one
    const allows = (source: number) => canPublish && (only.length === 0 || (only as number[]).includes(source))
    return { mayPublish: canPublish, may: { camera: allows(1), microphone: allows(2), screen: allows(3) } }
  }

  /** LiveKit says what may be sent from now on: what may not be any more ends here too, its device with it. */
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

  /** With its background from the first frame on: nobody sees the room behind it in between. */
  async #openCamera({ localParticipant: me }: Room): Promise<LocalTrack | undefined> {
    const video = from(this.#choice.cameraId)
    const processor = await this.#background.make()
    return (await me.createTracks({ video: { ...video, ...(processor ? { processor } : {}) } }))[0]
  }

  /** The own picture is another one. */
  async changePicture(): Promise<void> {
    await this.#background.changePicture()
  }

  /** This machine cannot keep up: the picture ends, rather than show a room that was to be hidden. */
  async #giveUpBackground(): Promise<void> {
    this.#waits = true
    const { track } = this.#devices.camera
    this.#background.forget()
    if (track) await this.#desk.room()?.localParticipant.unpublishTrack(track, true)
    this.#desk.refresh()
    this.#desk.set({ background: 'slow', problems: { ...this.#desk.now().problems, camera: 'background' } })
  }

  /** Does something with a device once all that it was asked before is done. */
  #inTurn(source: Source, act: (room: Room) => Promise<unknown>): Promise<void> {
    return this.#devices[source].inTurn(() => this.#try(source, act))
  }

  async #try(source: Source | 'screen', act: (room: Room) => Promise<unknown> | undefined): Promise<void> {
    const room = this.#desk.room()
    if (!room) return
    const began = performance.now()
    try {
      await act(room)
      // a camera that waits for another background has nothing better to say
      const waits = source === 'camera' && this.#waits
      if (this.#desk.now().problems[source] && !waits) this.#tell(source, undefined)
    } catch (failure) {
      const problem = problemOf(failure, performance.now() - began)
      if (problem === 'background') {
        this.#waits = true
        this.#desk.set({ background: undefined })
      }
      // closing the browser's own question about the screen is no failure
      if (source !== 'screen' || (problem !== 'denied' && problem !== 'blocked')) this.#tell(source, problem)
    }
    this.#desk.refresh()
  }

  #tell(source: Source | 'screen', problem: VideoNow['problems'][Source]): void {
    const { [source]: _before, ...others } = this.#desk.now().problems
    this.#desk.set({ problems: problem ? { ...others, [source]: problem } : others })
  }
}
