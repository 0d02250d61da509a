import type { LocalTrack, Room } from 'livekit-client'
import type { Source } from './capture.ts'
import type { VideoDesk } from './videoNow.ts'

interface Parts {
  readonly desk: VideoDesk
  /** How the device is to be sent now: undefined for not at all, and a different word when it has to be made differently. */
  readonly wish: () => string | undefined
  /** Opens the device, which may wait for the person's answer without limit. */
  readonly make: (room: Room) => Promise<LocalTrack | undefined>
  /** Whether the track still fits, after a change if possible; otherwise it is made again. */
  readonly fits: (track: LocalTrack) => Promise<boolean>
  /** Runs once the track is sent. */
  readonly opened?: (track: LocalTrack) => Promise<void>
}

/**
 * A camera or a microphone as it is sent. Operations on it run one after the other. Each checks the current wish before and
 * after its steps: the browser's question and publishing take time, and the person may change their mind meanwhile.
 */
export class SentDevice {
  readonly #source: Source
  readonly #parts: Parts
  #queue: Promise<unknown> = Promise.resolve()
  /** The track opened last. LiveKit does not list it before it is published, nor while it is published again. */
  #made: LocalTrack | undefined

  constructor(source: Source, parts: Parts) {
    this.#source = source
    this.#parts = parts
  }

  /** The published track. */
  get track(): LocalTrack | undefined {
    const { Source } = this.#parts.desk.livekit()?.Track ?? {}
    const source = this.#source === 'camera' ? Source?.Camera : Source?.Microphone
    return source && this.#parts.desk.room()?.localParticipant.getTrackPublication(source)?.track
  }

  /** Runs `act` after all earlier operations. */
  inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(act)
    this.#queue = done.catch(() => {})
    return done
  }

  /** Mutes the track at once when it is no longer wished, without waiting in the queue. */
  hush(): void {
    if (this.#parts.wish() === undefined && this.#made?.isMuted === false) void this.#made.mute().catch(() => {})
  }

  /** Stops the device. */
  end(): void {
    this.#made?.stop()
    this.#made = undefined
  }

  /** Publishes what is wished, and again if the wish changed meanwhile. To be called within `inTurn`. */
  async match(room: Room): Promise<void> {
    const { desk, wish } = this.#parts
    for (let wished = wish(), before: typeof wished | null = null; wished !== before; wished = wish()) {
      if (desk.room() !== room) return
      before = wished
      if (wished === undefined) await this.#turnOff(room)
      else if (desk.now().state === 'on') await this.#turnOn(room, wished)
    }
  }

  /** Unpublishes the track and stops its device when it is not wished. */
  async letGo(room: Room): Promise<void> {
    const { track } = this
    if (track && this.#parts.wish() === undefined) await room.localParticipant.unpublishTrack(track, true)
  }

  async #turnOff(room: Room): Promise<void> {
    const { track } = this
    if (!track) return
    if (this.#parts.desk.now().may[this.#source]) await track.mute()
    else await room.localParticipant.unpublishTrack(track, true)
  }

  async #turnOn(room: Room, wished: string): Promise<void> {
    const { desk, wish, fits, make, opened } = this.#parts
    const me = room.localParticipant
    let { track } = this
    if (track && !(await fits(track))) {
      await me.unpublishTrack(track, true)
      track = undefined
    }
    if (track?.isMuted === false) return
    if (track) await track.unmute()
    else {
      track = await make(room)
      if (desk.room() !== room || desk.now().state !== 'on' || wish() !== wished) return track?.stop()
      if (!track) return
      this.#made = track
      await me.publishTrack(track).catch((failure: unknown) => {
        track?.stop()
        throw failure
      })
      // the person left meanwhile
      if (desk.room() !== room) return track.stop()
    }
    await opened?.(track)
  }
}
