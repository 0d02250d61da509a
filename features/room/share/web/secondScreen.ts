import type { Room } from 'livekit-client'
import { codeOf } from '#web/ui/wording.ts'

/**
 * The state of this device's screen. `paused`: the pitch is, and the screen comes back after it. `over`: it has ended here,
 * elsewhere, or with the pitch.
 */
export type SecondScreenState = 'connecting' | 'on' | 'reconnecting' | 'paused' | 'over'

interface Parts {
  /** A token for the room, a new one for each connection. */
  readonly pass: () => Promise<{ url: string; token: string; is_recorded: boolean }>
  readonly load: () => Promise<typeof import('livekit-client')>
  readonly tell: (state: SecondScreenState, failure?: unknown) => void
}

/** Pauses between attempts, in milliseconds; the last one repeats. */
const pauses = [500, 1000, 2000, 4000]
/** Failures that a new attempt will not change. */
const final = ['ShareNotFound', 'NoPermission', 'PitchStateForbids', 'ScreenTaken']

/** Sends a chosen screen into a pitch and reconnects until the person or the pitch ends it. */
export class SecondScreen {
  readonly #stream: MediaStream
  readonly #parts: Parts
  #room: Room | undefined
  /** Copies of the screen's tracks, which end with their connection. */
  #copies: MediaStreamTrack[] = []
  #attempt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false
  #wasOn = false

  constructor(stream: MediaStream, parts: Parts) {
    this.#stream = stream
    this.#parts = parts
    // the browser's own bar
    stream.getVideoTracks()[0]?.addEventListener('ended', () => this.stop())
  }

  async open(): Promise<void> {
    if (!this.#wasOn) this.#parts.tell(this.#attempt === 0 ? 'connecting' : 'reconnecting')
    try {
      const [{ url, token, is_recorded }, livekit] = await Promise.all([this.#parts.pass(), this.#parts.load()])
      if (this.#ended) return
      const { Room, RoomEvent, Track } = livekit
      const room = new Room({ dynacast: true })
      this.#room = room
      room.on(RoomEvent.Reconnecting, () => this.#parts.tell('reconnecting'))
      room.on(RoomEvent.Reconnected, () => this.#parts.tell('on'))
      // whether the share has ended, is paused or has only lost its connection is for the server to say
      room.on(RoomEvent.Disconnected, () => {
        if (!this.#ended && this.#room === room) this.#again(undefined)
      })
      await room.connect(url, token, { autoSubscribe: false })
      for (const track of this.#stream.getTracks()) {
        // ended while connecting
        if (this.#ended) return this.#leave()
        const copy = track.clone()
        this.#copies.push(copy)
        await room.localParticipant.publishTrack(copy, {
          source: track.kind === 'video' ? Track.Source.ScreenShare : Track.Source.ScreenShareAudio,
          simulcast: false,
          ...(is_recorded && ({ videoCodec: 'h264' } as const)),
        })
      }
      if (this.#ended) return this.#leave()
      this.#attempt = 0
      this.#wasOn = true
      this.#parts.tell('on')
    } catch (failure) {
      this.#leave()
      if (!this.#ended) this.#again(failure)
    }
  }

  /** Stops the screen and leaves the room. */
  stop(): void {
    if (!this.#ended) this.#end()
  }

  #end(failure?: unknown): void {
    this.#ended = true
    clearTimeout(this.#timer)
    for (const track of this.#stream.getTracks()) track.stop()
    this.#leave()
    this.#parts.tell('over', failure)
  }

  /** Leaves the room and stops the copies sent there; the next attempt sends the same screen again. */
  #leave(): void {
    for (const copy of this.#copies) copy.stop()
    this.#copies = []
    const room = this.#room
    this.#room = undefined
    void room?.disconnect()
  }

  #again(failure: unknown): void {
    this.#leave()
    const code = failure === undefined ? '' : (codeOf(failure) ?? '')
    // a share that ran before ends with the pitch, so that only a pause forbids it
    const isPaused = this.#wasOn && code === 'PitchStateForbids'
    if (final.includes(code) && !isPaused) {
      this.#end(failure)
      return
    }
    const pause = pauses[Math.min(this.#attempt++, pauses.length - 1)]
    this.#parts.tell(isPaused ? 'paused' : 'reconnecting')
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.open(), pause)
  }
}
