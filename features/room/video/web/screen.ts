import type { LocalTrack, Room } from 'livekit-client'
import type { LiveKit, VideoDesk } from './videoNow.ts'

/** How long LiveKit may take to allow what our server has allowed already, in milliseconds. */
const PATIENCE = 6000

/**
 * The screen of this person as it is sent, with its sound where the browser gives it. What goes out are copies, which end
 * with their connection: the screen itself is kept until its person ends it or may not show it any more, and a new
 * connection sends it again, without a question.
 */
export class SentScreen {
  readonly #desk: VideoDesk
  readonly #isSuspended: () => boolean
  /** How often it was asked for or ended: only the last word holds. */
  #request = 0
  /** What the browser gave. */
  #given: readonly LocalTrack[] = []
  #copies: MediaStreamTrack[] = []
  #isBusy = false

  constructor(desk: VideoDesk, isSuspended: () => boolean) {
    this.#desk = desk
    this.#isSuspended = isSuspended
  }

  /** It is to be seen, also while there is no connection. */
  get isKept(): boolean {
    return this.#given.length > 0
  }

  /** Nothing of it goes out any more, whatever is still being asked for. */
  end(): void {
    this.#request++
    this.#letGo()
  }

  /**
   * The browser's question comes first, since it waits for the click; then `admit` has the server allow it. Whatever
   * fails, nothing of the screen is left running.
   */
  async start(room: Room, livekit: LiveKit, admit: () => Promise<unknown>): Promise<void> {
    const request = ++this.#request
    const goOn = () => {
      // as if the browser's question had been closed
      if (request !== this.#request || this.#desk.room() !== room || this.#isSuspended())
        throw new DOMException('not wished any more', 'NotAllowedError')
    }
    const given = await room.localParticipant.createScreenTracks({
      ...{ audio: true, contentHint: 'detail', systemAudio: 'include' },
    })
    try {
      goOn()
      await admit()
      goOn()
      await allowed(room, livekit)
      goOn()
      await this.stop(room)
      this.#given = given
      // the browser's own bar
      given[0]?.mediaStreamTrack.addEventListener('ended', () => {
        if (this.#given !== given) return
        this.#letGo()
        this.#desk.refresh()
        // a copy that was stopped here does not tell LiveKit that it ended
        this.#desk
          .room()
          ?.localParticipant.setScreenShareEnabled(false)
          .catch(() => {})
          .finally(() => this.#desk.refresh())
      })
      await this.#send(room, goOn)
    } catch (failure) {
      for (const track of given) track.stop()
      if (this.#given === given) await this.stop(room).catch(() => {})
      throw failure
    }
  }

  /** Ends it, for everybody. */
  async stop(room: Room): Promise<void> {
    this.#letGo()
    await room.localParticipant.setScreenShareEnabled(false)
  }

  /** After a connection that broke: sends it again where it is still to be seen, and no longer where it may not. */
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

  async #send(room: Room, goOn: () => void): Promise<void> {
    this.#dropCopies()
    this.#isBusy = true
    try {
      for (const { mediaStreamTrack, source } of this.#given) {
        const copy = mediaStreamTrack.clone()
        copy.contentHint = mediaStreamTrack.contentHint
        this.#copies.push(copy)
        await room.localParticipant.publishTrack(copy, { source })
        goOn()
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

/** Resolves once LiveKit lets this person send a screen. */
function allowed(room: Room, { RoomEvent }: LiveKit): Promise<void> {
  const isAllowed = () => (room.localParticipant.permissions?.canPublishSources as number[] | undefined)?.includes(3)
  if (isAllowed()) return Promise.resolve()
  return new Promise((done, fail) => {
    const look = () => {
      if (isAllowed()) end(done)
    }
    const timer = setTimeout(() => end(() => fail(new Error('LiveKit allows no screen'))), PATIENCE)
    const end = (then: () => void) => {
      clearTimeout(timer)
      room.off(RoomEvent.ParticipantPermissionsChanged, look)
      then()
    }
    room.on(RoomEvent.ParticipantPermissionsChanged, look)
  })
}
