import type { Room } from 'livekit-client'
import { problemOf, type Source } from './capture.ts'
import type { StageChoice } from './stageChoice.ts'
import type { LiveKit, VideoDesk, VideoNow } from './videoNow.ts'

const from = (deviceId: string | undefined) => (deviceId ? { deviceId } : {})

/** What a room is made with for sending: where the pictures come from, and in which sizes they go. */
export const sendingOptions = (choice: StageChoice, { VideoPresets }: LiveKit) => ({
  videoCaptureDefaults: { resolution: VideoPresets.h720.resolution, ...from(choice.cameraId) },
  audioCaptureDefaults: from(choice.microphoneId),
  publishDefaults: { simulcast: true, videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h360] },
})

/** Camera, microphone and screen of this person: what they chose, as far as the room lets them. */
export class Sending {
  readonly #desk: VideoDesk
  #choice: StageChoice
  #held = false

  constructor(desk: VideoDesk, choice: StageChoice) {
    this.#desk = desk
    this.#choice = choice
  }

  get choice(): StageChoice {
    return this.#choice
  }

  /** Takes the stage's choice over: what is sent, and from which devices. */
  async choose(choice: StageChoice): Promise<void> {
    const before = this.#choice
    this.#choice = choice
    const room = this.#desk.room()
    if (!room || this.#desk.now().state !== 'on') return
    const moves = [
      ['videoinput', before.cameraId, choice.cameraId],
      ['audioinput', before.microphoneId, choice.microphoneId],
      ['audiooutput', before.speakerId, choice.speakerId],
    ] as const
    for (const [kind, was, to] of moves) if (to && to !== was) await room.switchActiveDevice(kind, to).catch(() => {})
    if (this.#desk.now().mayPublish) await this.send()
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

  async shareScreen(on: boolean): Promise<void> {
    await this.#try('screen', room =>
      room.localParticipant.setScreenShareEnabled(on, { audio: true, contentHint: 'detail' }),
    )
  }

  /** Sends what the choice says, as far as it is not sent yet. */
  async send(): Promise<void> {
    const { cameraId, microphoneId } = this.#choice
    const { may } = this.#desk.now()
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

  async #try(source: Source | 'screen', act: (room: Room) => Promise<unknown> | undefined): Promise<void> {
    const room = this.#desk.room()
    if (!room) return
    try {
      await act(room)
      if (this.#desk.now().problem?.source === source) this.#desk.set({ problem: undefined })
    } catch (failure) {
      const problem = problemOf(failure)
      // closing the browser's own question about the screen is no failure
      if (source !== 'screen' || problem !== 'denied') this.#desk.set({ problem: { source, problem } })
    }
    this.#desk.refresh()
  }
}
