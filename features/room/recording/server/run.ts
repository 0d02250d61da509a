import { z } from 'zod'
import { ofSecondScreen, type TrackSource } from '#features/room/media/rules.ts'
import { senderOf } from '#features/room/media/server/identities.ts'
import { openVideoRoom } from '#features/room/media/server/videoRoom.ts'
import type { RecordingHealth, RecordingTold } from '#features/room/recording/rules.ts'
import { listenerToken } from '#features/room/video/server/listener.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { consentsOf } from './consentQueries.ts'
import { lastSeenDisk } from './disk.ts'
import { PieceStore } from './pieceStore.ts'
import { elapsedOf, lineOf, noteGap, type RecordingRow } from './queries.ts'
import { monotonic, type RecorderEvent } from './recorder/messages.ts'
import type { OpenRecorder, Recorder } from './recorder/recorder.ts'

/** Milliseconds between attempts to enter LiveKit's room: the first pause, and the longest. */
const AGAIN = { first: 300, most: 10_000 }
/** Milliseconds after which an attempt to enter is given up. */
const GIVEN_UP = 15_000
/** Milliseconds without entering before it is said that nothing is recorded. */
const PATIENCE = 4000
/** Milliseconds for which a recorder may finish what it has begun. */
const FINISH = 5000
/** Milliseconds between two reports to the presenters. */
const TELL_EVERY = 2000

/** One recording, as long as this server owns it. */
export interface Run {
  readonly id: string
  /** Whether all that should be recorded now is. */
  isCovered(): boolean
  /** The id of the process that records on this machine. */
  pid(): number | undefined
  /** Called every second while the pitch is to be recorded; `isHeld` in a pause. */
  tick(isHeld: boolean): Promise<void>
  /** Records what was begun to its end, and waits until it is stored. */
  finish(): Promise<void>
  /** Another server has taken over, or this one ends without time to finish. */
  drop(): void
}

interface Track {
  readonly account: string
  readonly source: TrackSource
  readonly isRecordable: boolean
  state: 'left' | 'opening' | 'taken'
}

/** A recording by the console's own recorder, a process that enters the room. */
export class OwnRun implements Run {
  readonly id: string
  readonly #pitchId: number
  readonly #frame: Frame
  readonly #open: OpenRecorder
  #recorder: Recorder | undefined
  #state: 'out' | 'joining' | 'in' = 'out'
  readonly #pieces: PieceStore
  #isHeld = false
  #wait = AGAIN.first
  #next = 0
  #tried = 0
  #outSince = rightTime()
  #hasEntered = false
  #tracks = new Map<string, Track>()
  #level = 0
  #toldAt = 0
  #onEnd: (() => void) | undefined

  constructor(frame: Frame, { id, pitchId }: Pick<RecordingRow, 'id' | 'pitchId'>, open: OpenRecorder) {
    this.id = id
    this.#pitchId = pitchId
    this.#frame = frame
    this.#open = open
    this.#pieces = new PieceStore(id, frame)
  }

  isCovered(): boolean {
    return !this.#pieces.isFull && !this.#pieces.hasLost && (this.#isHeld || this.#state === 'in')
  }

  pid(): number | undefined {
    return this.#recorder?.pid()
  }

  async tick(isHeld: boolean): Promise<void> {
    const now = rightTime()
    if (isHeld !== this.#isHeld) {
      this.#isHeld = isHeld
      this.#recorder?.send({ act: 'hold', on: isHeld })
    }
    if (this.#pieces.hasLost) await this.#noteLost()
    if (this.#state === 'joining' && now - this.#tried > GIVEN_UP) this.#recorder?.kill()
    if (this.#state === 'out' && now >= this.#next) {
      this.#tried = now
      this.#next = now + this.#wait
      this.#wait = Math.min(AGAIN.most, this.#wait * 2)
      await this.#enter()
    }
    await this.#choose()
    this.#tell(now)
  }

  async finish(): Promise<void> {
    const recorder = this.#recorder
    if (recorder) {
      const ended = new Promise<void>(resolve => {
        this.#onEnd = resolve
      })
      recorder.send({ act: 'end' })
      const late = setTimeout(() => recorder.kill(), FINISH)
      await ended
      clearTimeout(late)
    }
    await this.#pieces.settled()
  }

  drop(): void {
    this.#recorder?.kill()
  }

  async #enter(): Promise<void> {
    const { media, db, log } = this.#frame
    if (media.status() !== 'ok') return
    this.#state = 'joining'
    try {
      await openVideoRoom(media, this.#pitchId)
      const token = await listenerToken(media, this.#pitchId, 'recording')
      this.#recorder ??= this.#start()
      this.#recorder.send({ act: 'hold', on: this.#isHeld })
      const url = media.httpUrl.replace(/^http/, 'ws')
      const elapsed = await elapsedOf(db, this.id)
      this.#recorder?.send({ act: 'join', url, token, began: monotonic() - elapsed * 1000 })
    } catch (error) {
      this.#left()
      log.warn({ err: error, recording: this.id }, 'the room is not recorded yet')
    }
  }

  #start(): Recorder {
    const recorder: Recorder = this.#open(this.#frame.log, {
      event: event => {
        if (this.#recorder === recorder) this.#take(event)
      },
      gone: why => {
        if (this.#recorder !== recorder) return
        this.#frame.log.info({ why, recording: this.id }, 'the recording process has ended')
        this.#recorder = undefined
        this.#left()
        this.#onEnd?.()
      },
    })
    return recorder
  }

  #take(event: RecorderEvent): void {
    if (event.type === 'joined') this.#entered()
    else if (event.type === 'left') {
      this.#frame.log.info({ why: event.why, recording: this.id }, 'the room is not recorded any more')
      this.#left()
    } else if (event.type === 'track') this.#learn(event)
    else if (event.type === 'trackEnded') this.#tracks.delete(event.track)
    else if (event.type === 'level') this.#level = event.level
    else if (event.type !== 'ended') this.#pieces.store(event)
  }

  #entered(): void {
    this.#wait = AGAIN.first
    // what was missed is noted before the claim says that all is covered again
    const note = this.#isHeld ? Promise.resolve() : noteGap(this.#frame.db, this.id)
    void note
      .catch(error => this.#frame.log.error({ err: error, recording: this.id }, 'a gap was not noted'))
      .then(() => {
        if (this.#state !== 'joining') return
        this.#state = 'in'
        this.#hasEntered = true
      })
  }

  #left(): void {
    if (this.#state === 'in') this.#outSince = rightTime()
    this.#state = 'out'
    this.#level = 0
    this.#tracks.clear()
  }

  #learn({ track, identity, source, mime }: Extract<RecorderEvent, { type: 'track' }>): void {
    const sender = senderOf(this.#frame.media, this.#pitchId, identity)
    const account = z.uuid().safeParse(ofSecondScreen(sender)?.account ?? sender).data
    if (!account) return
    const isPicture = source === 'camera' || source === 'screen_share'
    this.#tracks.set(track, { account, source, isRecordable: !isPicture || mime === 'video/h264', state: 'left' })
    void this.#choose().catch(error => this.#frame.log.warn({ err: error }, 'who is recorded is looked up later'))
  }

  /** Takes the tracks of people who agreed, and leaves those of people who do not any longer. */
  async #choose(): Promise<void> {
    const accounts = [...new Set([...this.#tracks.values()].map(({ account }) => account))]
    const consents = await consentsOf(this.#frame.db, this.#pitchId, accounts)
    for (const [id, track] of this.#tracks) {
      const agrees = consents.get(track.account) === true
      if (!agrees && track.state === 'taken') {
        track.state = 'left'
        this.#recorder?.send({ act: 'drop', track: id })
      }
      if (!agrees || !track.isRecordable || track.state !== 'left') continue
      track.state = 'opening'
      const opening = lineOf(this.#frame.db, this.id, track.account, track.source)
      const { id: line, next } = await opening.catch(error => {
        track.state = 'left' // the next look tries again
        throw error
      })
      if (this.#tracks.get(id) !== track) continue
      track.state = 'taken'
      this.#recorder?.send({ act: 'take', track: id, line, next })
    }
  }

  async #noteLost(): Promise<void> {
    await noteGap(this.#frame.db, this.id)
    this.#pieces.hasLost = this.#pieces.isFull
  }

  #tell(now: number): void {
    if (now - this.#toldAt < TELL_EVERY) return
    this.#toldAt = now
    const isLate = this.#state !== 'in' && (this.#hasEntered || now - this.#outSince > PATIENCE)
    const health: RecordingHealth = this.#pieces.isFull
      ? 'full'
      : this.#isHeld
        ? 'held'
        : isLate
          ? 'trying'
          : 'recording'
    const told: RecordingTold = {
      health,
      level: this.#level,
      age: this.#pieces.age(now),
      isFilling: lastSeenDisk(this.#frame).isFilling,
      unrecorded: [...this.#tracks.values()].filter(({ isRecordable }) => !isRecordable).length,
    }
    this.#frame.rooms.signal(this.#pitchId, 'managers', 'recordingHealth', told)
  }
}
