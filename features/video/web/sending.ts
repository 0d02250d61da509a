import type { LocalTrack, Room } from 'livekit-client'
import type { Background } from './background/background.ts'
import { problemOf, type Source, soundOptions } from './capture.ts'
import { kindOf, type Place } from './deviceChanges.ts'
import { sendScreen } from './screen.ts'
import type { BackgroundChoice, StageChoice } from './stageChoice.ts'
import type { LiveKit, VideoDesk, VideoNow } from './videoNow.ts'

const from = (deviceId: string | undefined) => (deviceId ? { deviceId } : {})
const noiseOf = ({ noise = 'browser' }: StageChoice) => noise
const backgroundOf = ({ background = 'none' }: StageChoice) => background

/** Camera, microphone and screen of this person: what they chose, as far as the room lets them. */
export class Sending {
  readonly #desk: VideoDesk
  #choice: StageChoice
  #held = false
  #background: Background | undefined
  /** The camera waits for another background: this one cannot be shown here. */
  #waits = false

  constructor(desk: VideoDesk, choice: StageChoice, held: boolean) {
    this.#desk = desk
    this.#choice = choice
    this.#held = held
  }

  get choice(): StageChoice {
    return this.#choice
  }

  /** What a room is made with: where sound and pictures come from and go to, and in which sizes. */
  options({ VideoPresets }: LiveKit) {
    const { cameraId, microphoneId, speakerId } = this.#choice
    return {
      videoCaptureDefaults: { resolution: VideoPresets.h720.resolution, ...from(cameraId) },
      audioCaptureDefaults: { ...soundOptions(noiseOf(this.#choice)), ...from(microphoneId) },
      publishDefaults: { simulcast: true, videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h360] },
      audioOutput: from(speakerId),
    }
  }

  /** Takes the stage's choice over: what is sent, how, and from which devices. */
  async choose(choice: StageChoice): Promise<void> {
    const before = this.#choice
    this.#choice = choice
    const room = this.#desk.room()
    if (!room || this.#desk.now().state !== 'on') return
    for (const place of ['camera', 'microphone', 'speaker'] as const) {
      const to = choice[`${place}Id`]
      if (to && to !== before[`${place}Id`]) await this.use(place, to)
    }
    if (choice.camera !== before.camera) this.#waits = false
    if (noiseOf(choice) !== noiseOf(before)) await this.#changeNoise()
    if (backgroundOf(choice) !== backgroundOf(before)) await this.#changeBackground(backgroundOf(choice))
    if (this.#desk.now().mayPublish) await this.send()
  }

  /** Tries once more what could not be sent. */
  async retry(): Promise<void> {
    this.#waits = false
    if (this.#desk.now().mayPublish) await this.send()
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
    await this.#try(place, room => room.switchActiveDevice(kindOf[place], deviceId))
  }

  /** Sends nothing as long as it is held. */
  async hold(held: boolean): Promise<void> {
    if (held === this.#held) return
    this.#held = held
    const { state, mayPublish, screen } = this.#desk.now()
    if (!this.#desk.room() || state !== 'on' || !mayPublish) return
    if (held && screen) await this.shareScreen(false)
    await this.send()
  }

  /** Sends the screen once `admit` has the server allow it; `false` ends it. */
  async shareScreen(admit: (() => Promise<unknown>) | false): Promise<void> {
    await this.#try('screen', async room => {
      const livekit = this.#desk.livekit()
      if (!admit) await room.localParticipant.setScreenShareEnabled(false)
      else if (livekit) await sendScreen(room, livekit, admit)
    })
  }

  /** Sends what the choice says, as far as it is not sent yet. */
  async send(): Promise<void> {
    const { cameraId, microphoneId } = this.#choice
    const { may } = this.#desk.now()
    const camera = this.#choice.camera && may.camera && !this.#held && !this.#waits
    const microphone = this.#choice.microphone && may.microphone && !this.#held
    await Promise.all([
      this.#try('camera', async ({ localParticipant: me }) => {
        if (me.isCameraEnabled === camera) return
        // with its background from the first frame on: nobody sees the room behind it in between
        const processor = camera && !this.#track('Camera') ? await this.#newBackground() : undefined
        await me.setCameraEnabled(camera, { ...from(cameraId), ...(processor ? { processor } : {}) })
      }),
      this.#try('microphone', async ({ localParticipant: me }) => {
        if (me.isMicrophoneEnabled === microphone) return
        await me.setMicrophoneEnabled(microphone, { ...soundOptions(noiseOf(this.#choice)), ...from(microphoneId) })
        if (microphone) await this.#filterNoise()
      }),
    ])
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

  #track(source: 'Camera' | 'Microphone'): LocalTrack | undefined {
    const sources = this.#desk.livekit()?.Track.Source
    return sources && this.#desk.room()?.localParticipant.getTrackPublication(sources[source])?.track
  }

  /** The chosen background, made for a camera that starts; the code for it comes with the first one. */
  async #newBackground(): Promise<Background | undefined> {
    const choice = backgroundOf(this.#choice)
    if (choice === 'none') return
    this.#desk.set({ background: 'preparing' })
    const { Background } = await import('./background/background.ts')
    this.#background = new Background(choice, {
      ready: engine => this.#desk.set({ background: engine }),
      slow: () => void this.#giveUpBackground(),
    })
    return this.#background
  }

  async #changeBackground(choice: BackgroundChoice): Promise<void> {
    const track = this.#track('Camera')
    this.#waits = false
    if (choice === 'none') this.#desk.set({ background: undefined })
    if (!track) return
    const now = track.getProcessor() && this.#background
    if (now && choice !== 'none') return now.switchTo(choice)
    // a camera that starts anew starts with its background, one that goes on would show a moment without
    await this.#stopCamera()
  }

  /** The own picture is another one: it is shown where it stands behind somebody now. */
  async changePicture(): Promise<void> {
    if (backgroundOf(this.#choice) === 'own') await this.#background?.switchTo('own')
  }

  /** This machine cannot keep up: the picture ends, rather than show a room that was to be hidden. */
  async #giveUpBackground(): Promise<void> {
    this.#waits = true
    await this.#stopCamera()
    this.#desk.set({ background: 'slow', problems: { ...this.#desk.now().problems, camera: 'background' } })
  }

  async #stopCamera(): Promise<void> {
    const track = this.#track('Camera')
    this.#background = undefined
    if (track) await this.#desk.room()?.localParticipant.unpublishTrack(track, true)
    this.#desk.refresh()
  }

  async #changeNoise(): Promise<void> {
    const track = this.#track('Microphone')
    if (track?.kind !== 'audio') return
    await this.#try('microphone', async () => {
      if (track.getProcessor()) await track.stopProcessor()
      const { microphoneId } = this.#choice
      await track.restartTrack({ ...soundOptions(noiseOf(this.#choice)), ...from(microphoneId) })
      await this.#filterNoise()
    })
  }

  /** The stronger filter, where it was chosen. Without it the browser's own goes on: a voice matters more. */
  async #filterNoise(): Promise<void> {
    const track = this.#track('Microphone')
    if (noiseOf(this.#choice) !== 'strong' || track?.kind !== 'audio' || track.getProcessor()) return
    try {
      const { NoiseFilter } = await import('./noise.ts')
      await track.setProcessor(new NoiseFilter() as never)
    } catch {
      await track.restartTrack({ ...soundOptions('browser'), ...from(this.#choice.microphoneId) })
    }
  }

  async #try(source: Source | 'screen', act: (room: Room) => Promise<unknown> | undefined): Promise<void> {
    const room = this.#desk.room()
    if (!room) return
    const began = performance.now()
    try {
      await act(room)
      if (this.#desk.now().problems[source]) this.#tell(source, undefined)
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
