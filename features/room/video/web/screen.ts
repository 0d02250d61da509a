import type { LocalTrack, Room } from 'livekit-client'
import type { LiveKit, VideoDesk } from './videoNow.ts'

/** How long LiveKit may take to grant what the server has allowed, in milliseconds. */
const GRANT_WITHIN = 6000

/**
 * The person's screen as it is sent, with its sound where the browser provides it. It sends copies, which end with
 * their connection. The screen itself is kept until the person stops it or may no longer share, so a new connection
 * sends it again without asking.
 */
export class SentScreen {
  readonly #desk: VideoDesk
  readonly #isSuspended: () => boolean
  /** Counts starts and stops: only the last one applies. */
  #request = 0
  /** The tracks from the browser. */
  #given: readonly LocalTrack[] = []
  #copies: MediaStreamTrack[] = []
  #isBusy = false

  constructor(desk: VideoDesk, isSuspended: () => boolean) {
    this.#desk = desk
    this.#isSuspended = isSuspended
  }

  /** Whether the screen is shared, also while there is no connection. */
  get isKept(): boolean {
    return this.#given.length > 0
  }

  /** Stops the screen and cancels a start in progress. */
  end(): void {
    this.#request++
    this.#letGo()
  }

  /**
   * Asks the browser first, which requires a click, then has the server allow it by `admit`. After a failure no track
   * of the screen is left running.
   */
  async start(room: Room, livekit: LiveKit, admit: () => Promise<unknown>): Promise<void> {
    const request = ++this.#request
    const mustGoOn = () => {
      // fails as if the browser's dialog had been closed
      if (request !== this.#request || this.#desk.room() !== room || this.#isSuspended())
        throw new DOMException('not wished any more', 'NotAllowedError')
    }
    const given = await room.localParticipant.createScreenTracks({
      ...{ audio: true, contentHint: 'detail', systemAudio: 'include' },
    })
    try {
      mustGoOn()
      await admit()
      mustGoOn()
      await allowed(room, livekit)
      mustGoOn()
      await this.stop(room)
      this.#given = given
      // the browser's own bar
      given[0]?.mediaStreamTrack.addEventListener('ended', () => {
        if (this.#given !== given) return
        this.#letGo()
        this.#desk.refresh()
        // stopping a copy does not tell LiveKit that the screen ended
        this.#desk
          .room()
          ?.localParticipant.setScreenShareEnabled(false)
          .catch(() => {})
          .finally(() => this.#desk.refresh())
      })
      await this.#send(room, mustGoOn)
    } catch (failure) {
      for (const track of given) track.stop()
      if (this.#given === given) await this.stop(room).catch(() => {})
      throw failure
    }
  }

  /** Stops the screen for everyone. */
  async stop(room: Room): Promise<void> {
    this.#letGo()
    await room.localParticipant.setScreenShareEnabled(false)
  }

  /** After a lost connection: sends the screen again if it is still shared and allowed, and stops it otherwise. */
  async catchUp(room: Room): Promise<void> {
    const { isScreenShareEnabled: isSent } = room.localParticipant
    if (this.#isSuspended() || !this.#desk.now().may.screen) this.end()
    const request = this.#request
    if (this.#isBusy) return
    if (this.isKept && !isSent)
      await this.#send(room, () => {
        if (request !== this.#request || this.#desk.room() !== room) throw new DOMException('ended', 'NotAllowedError')
      })
    else if (isSent && !this.isKept) await room.localParticipant.setScreenShareEnabled(false)
  }

  async #send(room: Room, mustGoOn: () => void): Promise<void> {
    this.#dropCopies()
    this.#isBusy = true
    try {
      for (const { mediaStreamTrack, source } of this.#given) {
        const copy = mediaStreamTrack.clone()
        copy.contentHint = mediaStreamTrack.contentHint
        this.#copies.push(copy)
        await room.localParticipant.publishTrack(copy, { source })
        mustGoOn()
      }
    } finally {
      this.#isBusy = false
    }
  }

  #letGo(): void {
    for (const track of this.#given) track.stop()
    this.#given = []
    this.#dropCopies()
  }

  #dropCopies(): void {
    for (const copy of this.#copies) copy.stop()
    this.#copies = []
  }
}

/** Resolves once LiveKit lets the person send a screen. */
function allowed(room: Room, { RoomEvent }: LiveKit): Promise<void> {
  const isAllowed = () => (room.localParticipant.permissions?.canPublishSources as number[] | undefined)?.includes(3)
  if (isAllowed()) return Promise.resolve()
  return new Promise((done, fail) => {
    const look = () => {
      if (isAllowed()) end(done)
    }
    const timer = setTimeout(() => end(() => fail(new Error('LiveKit allows no screen'))), GRANT_WITHIN)
    const end = (then: () => void) => {
      clearTimeout(timer)
      room.off(RoomEvent.ParticipantPermissionsChanged, look)
      then()
    }
    room.on(RoomEvent.ParticipantPermissionsChanged, look)
  })
}
