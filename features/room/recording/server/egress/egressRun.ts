import { type ParticipantInfo, TrackSource as Source } from 'livekit-server-sdk'
import { z } from 'zod'
import { ofSecondScreen, type TrackSource } from '#features/room/media/rules.ts'
import { senderOf } from '#features/room/media/server/identities.ts'
import { openVideoRoom, participantsOf } from '#features/room/media/server/videoRoom.ts'
import type { RecordingHealth, RecordingTold } from '#features/room/recording/rules.ts'
import { isListener } from '#features/room/video/server/listener.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { consentsOf } from '../consentQueries.ts'
import { lastSeenDisk } from '../disk.ts'
import { PieceStore } from '../pieceStore.ts'
import { lineOf, noteGap, noteMissing, type RecordingRow } from '../queries.ts'
import { Line } from '../recorder/line.ts'
import type { Run } from '../run.ts'
import { egressFolder, removeOutputs } from './outputs.ts'
import { EgressSender } from './sender.ts'
import { type EgressKind, listEgresses, type SeenEgress, stopEgress } from './service.ts'

/** Milliseconds for which what Egress has begun may be finished: it encodes behind the present. */
const FINISH = 8000
/** Milliseconds without a recording of a person after which that is said: Egress takes seconds to begin. */
const PATIENCE = 12_000
/** Milliseconds between two looks, and between two reports to the presenters. */
const LOOK = 1000
const TELL_EVERY = 2000

interface Known {
  readonly account: string
  readonly sender: EgressSender
}

/** A person in the room who sends something. */
interface Sending {
  readonly identity: string
  readonly account: string
  readonly kind: EgressKind
  readonly showsPicture: boolean
}

/**
 * A recording by LiveKit Egress: one participant egress for each person, who has agreed, and one for each screen. It
 * encodes them anew into HLS, which is taken apart into the same lines as the console's own recorder writes.
 */
export class EgressRun implements Run {
  readonly id: string
  readonly #pitchId: number
  readonly #startedAt: number
  readonly #frame: Frame
  readonly #pieces: PieceStore
  readonly #senders = new Map<string, Known>()
  readonly #lines = new Map<string, Promise<Line>>()
  readonly #open = new Map<string, Line>()
  #isHeld = false
  /** The room and Egress have answered once, and at the last look. */
  #hasEntered = false
  #isIn = false
  #isEnding = false
  #looking: Promise<void> | undefined
  #toldAt = 0
  readonly #began = rightTime()

  constructor(frame: Frame, { id, pitchId, startedAt }: RecordingRow) {
    this.id = id
    this.#pitchId = pitchId
    this.#startedAt = startedAt.getTime()
    this.#frame = frame
    this.#pieces = new PieceStore(id, frame)
  }

  isCovered(): boolean {
    return !this.#pieces.isFull && !this.#pieces.hasLost && (this.#isHeld || this.#hasEntered)
  }

  pid(): undefined {
    return undefined
  }

  async tick(isHeld: boolean): Promise<void> {
    this.#isHeld = isHeld
    await this.#leaveOut()
    if (this.#pieces.hasLost) {
      await noteGap(this.#frame.db, this.id)
      this.#pieces.hasLost = this.#pieces.isFull
    }
    // Egress may take long to answer, which must not keep other recordings waiting
    void this.#look()
    this.#tell(rightTime())
  }

  async finish(): Promise<void> {
    this.#isEnding = true
    // at once: what is said while Egress is asked is kept no more
    for (const { sender } of this.#senders.values()) sender.cut()
    await this.#looking
    const until = rightTime() + FINISH
    await this.#look()
    const all = [...this.#senders.values()]
    for (const { sender } of all) await sender.unwant()
    while (all.some(({ sender }) => !sender.isIdle) && rightTime() < until) {
      await this.#look()
      await new Promise(resolve => setTimeout(resolve, LOOK / 4))
    }
    for (const { sender } of all) await sender.giveUp()
    await this.#pieces.settled()
    // a recording is ready although its raw files cannot be removed
    await removeOutputs(this.#frame, egressFolder(this.id)).catch(error =>
      this.#frame.log.warn({ err: error, recording: this.id }, 'what Egress wrote cannot be removed'),
    )
  }

  drop(): void {
    this.#isEnding = true
    const end = async () => {
      await this.#looking
      for (const { sender } of this.#senders.values()) await sender.abandon()
    }
    void end().catch(error => this.#frame.log.warn({ err: error }, 'Egress goes on with a recording'))
  }

  /** People who do not agree any longer, and everybody in a pause: nothing after this moment is kept. */
  async #leaveOut(): Promise<void> {
    const accounts = [...new Set([...this.#senders.values()].map(({ account }) => account))]
    const consents = await consentsOf(this.#frame.db, this.#pitchId, accounts)
    const out = [...this.#senders.values()].filter(({ account }) => this.#isHeld || consents.get(account) !== true)
    for (const { sender } of out) sender.cut()
    for (const { sender } of out) await sender.unwant()
  }

  /** One look at a time at who sends what, and at what Egress has recorded. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce()
      .catch(error => {
        this.#isIn = false
        this.#frame.log.debug({ err: error, recording: this.id }, 'Egress is looked at later')
      })
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  async #lookOnce(): Promise<void> {
    const { media } = this.#frame
    if (!this.#isEnding) {
      await openVideoRoom(media, this.#pitchId)
      await this.#choose(await participantsOf(media, this.#pitchId))
    }
    const seen = await listEgresses(this.#frame, this.#pitchId)
    // later, what is missing of each person is known
    if (!this.#hasEntered && !this.#isHeld && !this.#isEnding) await noteGap(this.#frame.db, this.id)
    this.#hasEntered = true
    this.#isIn = true
    await this.#stopUnknown(seen)
    const byId = new Map(seen.map(one => [one.id, one]))
    const looks = [...this.#senders.values()].map(({ sender }) => sender.advance(byId))
    const [failed] = (await Promise.allSettled(looks)).filter(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  /** Records people who agree, and no longer those who have left or send nothing. */
  async #choose(participants: readonly ParticipantInfo[]): Promise<void> {
    const sending = new Map(this.#sendingOf(participants))
    const accounts = [...new Set([...sending.values()].map(({ account }) => account))]
    const consents = await consentsOf(this.#frame.db, this.#pitchId, accounts)
    for (const [key, { sender }] of this.#senders) if (!sending.has(key)) await sender.unwant()
    const begun = [...sending].map(async ([key, { account, showsPicture, ...who }]) => {
      if (this.#isHeld || consents.get(account) !== true) return
      const known = this.#senders.get(key) ?? { account, sender: this.#newSender(account, who) }
      this.#senders.set(key, known)
      known.sender.show(showsPicture)
      await known.sender.want()
    })
    await Promise.all(begun)
  }

  *#sendingOf(participants: readonly ParticipantInfo[]): Generator<[string, Sending]> {
    for (const { identity, tracks } of participants) {
      if (isListener(identity)) continue
      const sent = senderOf(this.#frame.media, this.#pitchId, identity)
      const account = z.uuid().safeParse(ofSecondScreen(sent)?.account ?? sent).data
      if (!account) continue
      const shows = (source: Source) => tracks.some(track => track.source === source && !track.muted)
      const sends = (...sources: Source[]) => tracks.some(({ source }) => sources.includes(source))
      if (sends(Source.CAMERA, Source.MICROPHONE))
        yield [`${identity} person`, { identity, account, kind: 'person', showsPicture: shows(Source.CAMERA) }]
      if (sends(Source.SCREEN_SHARE, Source.SCREEN_SHARE_AUDIO))
        yield [`${identity} screen`, { identity, account, kind: 'screen', showsPicture: shows(Source.SCREEN_SHARE) }]
    }
  }

  #newSender(account: string, who: { identity: string; kind: EgressKind }): EgressSender {
    return new EgressSender({
      ...{ frame: this.#frame, recording: this.id, pitchId: this.#pitchId, ...who },
      elapsed: (at = rightTime()) => (at - this.#startedAt) / 1000,
      lineOf: source => this.#lineOf(account, source),
      flush: sources => {
        for (const source of sources) this.#open.get(`${account} ${source}`)?.flush()
      },
      missed: async (from, to) => {
        await this.#pieces.settled()
        await noteMissing(this.#frame.db, this.id, from, to)
      },
    })
  }

  #lineOf(account: string, source: TrackSource): Promise<Line> {
    const key = `${account} ${source}`
    const make = async () => {
      const { id, next } = await lineOf(this.#frame.db, this.id, account, source)
      const codec = source === 'camera' || source === 'screen_share' ? 'h264' : 'aac'
      const line = new Line({ id, codec, next }, piece => this.#pieces.store(piece))
      this.#open.set(key, line)
      return line
    }
    const made = this.#lines.get(key) ?? make()
    this.#lines.set(key, made)
    made.catch(() => this.#lines.delete(key))
    return made
  }

  /** Stops what goes on for this recording and is not ours: of a server that has died, or a start without an answer. */
  async #stopUnknown(seen: readonly SeenEgress[]): Promise<void> {
    const ours = new Set([...this.#senders.values()].flatMap(({ sender }) => sender.egresses()))
    for (const { id, folder, state } of seen) {
      if (state !== 'going' || ours.has(id) || !folder?.startsWith(`${egressFolder(this.id)}/`)) continue
      await stopEgress(this.#frame, id)
      await removeOutputs(this.#frame, folder)
    }
  }

  #tell(now: number): void {
    if (now - this.#toldAt < TELL_EVERY) return
    this.#toldAt = now
    const elapsed = (now - this.#startedAt) / 1000
    const isMissing = [...this.#senders.values()].some(({ sender }) => sender.missingFor(elapsed) > PATIENCE)
    const isLate = isMissing || (!this.#isIn && now - this.#began > PATIENCE)
    const { isFull } = this.#pieces
    const health: RecordingHealth = isFull ? 'full' : this.#isHeld ? 'held' : isLate ? 'trying' : 'recording'
    // Egress does not say how loud people are
    const { isFilling } = lastSeenDisk(this.#frame)
    const told: RecordingTold = { health, level: null, age: this.#pieces.age(now), unrecorded: 0, isFilling }
    this.#frame.rooms.signal(this.#pitchId, 'managers', 'recordingHealth', told)
  }
}
