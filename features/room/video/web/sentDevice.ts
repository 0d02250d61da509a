import type { LocalTrack, Room } from 'livekit-client'
import type { Source } from './capture.ts'
import type { VideoDesk } from './videoNow.ts'

interface Parts {
  readonly desk: VideoDesk
  /** What is to go out now: undefined for nothing, and another word for what has to be made in another way. */
  readonly wish: () => string | undefined
  /** Opens the device, which may wait for its person as long as they like. */
  readonly make: (room: Room) => Promise<LocalTrack | undefined>
  /** Whether what was made still does, or can be changed on its way; else it is made anew. */
  readonly fits: (track: LocalTrack) => Promise<boolean>
  /** What there is to do once it goes out. */
  readonly opened?: (track: LocalTrack) => Promise<void>
}

/**
 * A camera or a microphone as it is sent. Acts on it stand in one line, and each of them goes by what is wished at that
 * moment, before and after: the browser's question and the publishing take their time, and their person may have changed
 * their mind meanwhile.
 */
export class SentDevice {
  readonly #source: Source
  readonly #parts: Parts
  #line: Promise<unknown> = Promise.resolve()
  /** What was opened last. LiveKit does not know it before it is published, nor while it publishes it once more. */
  #made: LocalTrack | undefined

  constructor(source: Source, parts: Parts) {
    this.#source = source
    this.#parts = parts
  }

  /** What is published of it. */
  get track(): LocalTrack | undefined {
    const { Source } = this.#parts.desk.livekit()?.Track ?? {}
    const source = this.#source === 'camera' ? Source?.Camera : Source?.Microphone
    return source && this.#parts.desk.room()?.localParticipant.getTrackPublication(source)?.track
  }

  /** Does something with it once all that was asked before is done. */
  inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.#line.then(act)
    this.#line = done.catch(() => {})
    return done
  }

  /** Silences it at once where it is not wished any more, whatever the line is busy with. */
  hush(): void {
    if (this.#parts.wish() === undefined && this.#made?.isMuted === false) void this.#made.mute().catch(() => {})
  }

  /** Lets go of it for good. */
  end(): void {
    this.#made?.stop()
    this.#made = undefined
  }

  /** Brings what is published to what is wished, again whenever the wish has changed under way. To be done in turn. */
  async match(room: Room): Promise<void> {
    const { desk, wish } = this.#parts
    for (let wished = wish(), before: typeof wished | null = null; wished !== before; wished = wish()) {
      if (desk.room() !== room) return
      before = wished
      if (wished === undefined) await this.#turnOff(room)
      else if (desk.now().state === 'on') await this.#turnOn(room, wished)
    }
  }

  /** Unpublishes it where it is not wished, with its device. */
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
      // whoever left meanwhile has left nothing open
      if (desk.room() !== room) return track.stop()
    }
    await opened?.(track)
  }
}
