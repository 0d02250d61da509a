import { type Device, deviceSteps, kindOf, type Place, watchDevices } from './deviceChanges.ts'
import type { MediaSender } from './mediaSender.ts'
import type { VideoDesk } from './videoNow.ts'

/** Replaces unplugged devices while a person is in a room, and reports what happened. */
export class DeviceKeeper {
  readonly #desk: VideoDesk
  readonly #sender: MediaSender
  #stop: (() => void) | undefined

  constructor(desk: VideoDesk, sender: MediaSender) {
    this.#desk = desk
    this.#sender = sender
  }

  start(): void {
    this.#stop ??= watchDevices((before, after) => void this.changed(before, after))
  }

  stop(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  /** Handles a change of the connected devices. */
  async changed(before: readonly Device[], after: readonly Device[]): Promise<void> {
    if (!this.#desk.room() || this.#desk.now().state !== 'on') return
    const { choice } = this.#sender
    const { mayPublish } = this.#desk.now()
    const steps = deviceSteps({
      before,
      after,
      used: { camera: this.#used('camera'), microphone: this.#used('microphone'), speaker: choice.speakerId },
      chosen: { camera: choice.cameraId, microphone: choice.microphoneId, speaker: choice.speakerId },
    })
    for (const { use, news } of steps) {
      // an attendee who only listens needs no microphone
      const concerns = mayPublish || (news.what === 'new' ? news.ids.speaker : news.place === 'speaker')
      if (!concerns) continue
      if (use) await this.#sender.use(use.place, use.deviceId)
      this.#desk.set({ news })
    }
    if (mayPublish && steps.some(({ use }) => use)) await this.#sender.send()
  }

  #used(place: Exclude<Place, 'speaker'>): string | undefined {
    const { [place]: isOn } = this.#desk.now()
    return isOn ? this.#desk.room()?.getActiveDevice(kindOf[place]) : undefined
  }
}
