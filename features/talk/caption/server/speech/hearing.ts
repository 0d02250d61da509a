import { z } from 'zod'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { senderOf } from '#features/room/media/server/identities.ts'
import { openVideoRoom } from '#features/room/media/server/videoRoom.ts'
import { consentsOf } from '#features/room/recording/server/consentQueries.ts'
import { listenerToken } from '#features/room/video/server/listener.ts'
import { CAPTION_LENGTH } from '#features/talk/caption/rules.ts'
import { publishHeard, signalHeard } from '#features/talk/caption/server/heardCaptions.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import type { Ears, EarsRoomEvent } from './ears.ts'
import type { Heard, SpeechProvider } from './provider.ts'
import { speechProviderOf } from './providers.ts'
import { type SpeakerChoice, speakersOf } from './queries.ts'
import { Speaker } from './speaker.ts'
import { mayAskSpeech, speechFailed, speechStatus, speechWorks } from './status.ts'

/** Milliseconds between attempts to join LiveKit's room: the first pause, and the longest. */
const AGAIN = { first: 500, most: 15_000 }
/** Milliseconds of joining before captions are reported as down, and before the attempt is given up. */
const PATIENCE = 8000
const GIVEN_UP = 20_000
/** Microphones recognized in one room at most: more than a stage has. */
const MOST_SPEAKERS = 16
/** Milliseconds between two updates of an unfinished caption. */
const GOES_ON_PACE = 400

interface OnStage {
  readonly account: string
  readonly speaker: Speaker
  lastGoesOn: number
}

/** Recognises the speech in one pitch, and captions it. */
export class Hearing {
  readonly #frame: Frame
  readonly #ears: Ears
  readonly #pitch: PitchRow
  readonly #provider: SpeechProvider
  readonly #speakers = new Map<string, OnStage>()
  #choices: ReadonlyMap<string, SpeakerChoice> = new Map()
  #forRecording = true
  #state: 'out' | 'joining' | 'in' = 'out'
  #wait: number = AGAIN.first
  #next = 0
  #tried = 0
  #outSince = rightTime()
  #stopped = false
  /** A queue for each room, so that a caption and its correction are stored in their order. */
  #line: Promise<void> = Promise.resolve()

  constructor(frame: Frame, ears: Ears, pitch: PitchRow) {
    const { speech } = frame.settings
    if (!speech) throw new Error('no provider of speech is set')
    this.#frame = frame
    this.#ears = ears
    this.#pitch = pitch
    this.#provider = speechProviderOf(speech)
  }

  /** Whether speech becomes captions now. A short time of joining counts as such. */
  isHeard(): boolean {
    const isLate = this.#state !== 'in' && rightTime() - this.#outSince > PATIENCE
    return !isLate && speechStatus(this.#frame) === 'ok'
  }

  /**
   * Called every second: joins the room, again if needed, and reads the choices of the speakers. `forRecording`: only those
   * who agreed to the recording are heard, since nobody reads captions.
   */
  async tick(forRecording: boolean): Promise<void> {
    const now = rightTime()
    this.#forRecording = forRecording
    for (const { speaker } of this.#speakers.values()) speaker.tick(now)
    await this.#learn()
    if (this.#state === 'joining' && now - this.#tried > GIVEN_UP) {
      this.#ears.leave(this.#pitch.id)
      this.#left()
    }
    if (this.#stopped || this.#state !== 'out' || now < this.#next) return
    this.#tried = now
    this.#next = now + this.#wait
    this.#wait = Math.min(AGAIN.most, this.#wait * 2)
    await this.#join()
  }

  stop(): void {
    this.#stopped = true
    this.#ears.leave(this.#pitch.id)
    this.#forget()
  }

  async #join(): Promise<void> {
    const { media, log } = this.#frame
    if (media.status() !== 'ok') return
    this.#state = 'joining'
    try {
      await openVideoRoom(media, this.#pitch.id)
      const token = await listenerToken(media, this.#pitch.id, 'captions')
      if (this.#stopped) return
      this.#ears.join(this.#pitch.id, media.httpUrl.replace(/^http/, 'ws'), token, what => this.#take(what))
    } catch (error) {
      this.#left()
      log.warn({ err: error, pitch: this.#pitch.id }, 'the stage is not heard yet')
    }
  }

  #take(what: EarsRoomEvent): void {
    if (this.#stopped) return
    if (what.type === 'joined') {
      this.#state = 'in'
      this.#wait = AGAIN.first
    } else if (what.type === 'left') {
      this.#frame.log.info({ why: what.why, pitch: this.#pitch.id }, 'the stage is not heard any more')
      this.#left()
    } else if (what.type === 'track') this.#enter(what.track, what.identity)
    else if (what.type === 'trackEnded') this.#leave(what.track)
    else {
      const one = this.#speakers.get(what.track)
      if (one && this.#choices.get(one.account)?.isSilent === false) one.speaker.hear(what.samples, rightTime())
    }
  }

  #left(): void {
    if (this.#state === 'in') this.#outSince = rightTime()
    this.#state = 'out'
    this.#forget()
  }

  #forget(): void {
    for (const track of [...this.#speakers.keys()]) this.#leave(track)
  }

  #enter(track: string, identity: string): void {
    const account = z.uuid().safeParse(senderOf(this.#frame.media, this.#pitch.id, identity)).data
    if (!account || this.#speakers.size >= MOST_SPEAKERS) return
    this.#leave(track)
    const frame = this.#frame
    const one: OnStage = {
      account,
      lastGoesOn: 0,
      speaker: new Speaker({
        provider: this.#provider,
        names: this.#names(),
        language: () => this.#choices.get(account)?.language ?? 'en',
        mayAsk: () => mayAskSpeech(frame),
        onHeard: (heard, language) => this.#say(one, heard, language),
        onFailure: error => speechFailed(frame, error),
        onWorks: () => speechWorks(frame),
      }),
    }
    this.#speakers.set(track, one)
    void this.#learn()
  }

  #leave(track: string): void {
    this.#speakers.get(track)?.speaker.close()
    this.#speakers.delete(track)
  }

  /** Names that may be spoken in a pitch. */
  #names(): string[] {
    const { presenterName, companyName, presentationName } = this.#pitch
    return [...new Set([companyName, presenterName, presentationName].filter(Boolean))]
  }

  async #learn(): Promise<void> {
    const ids = [...new Set([...this.#speakers.values()].map(one => one.account))]
    const { db } = this.#frame
    const choices = await speakersOf(db, this.#pitch.id, ids)
    if (!this.#forRecording) {
      this.#choices = choices
      return
    }
    const consents = await consentsOf(db, this.#pitch.id, ids)
    const agreed = [...choices].map(
      ([id, choice]) => [id, { ...choice, isSilent: choice.isSilent || consents.get(id) !== true }] as const,
    )
    this.#choices = new Map(agreed)
  }

  #say(one: OnStage, { id, text, final, from, to }: Heard, language: SpeakerChoice['language']): void {
    const now = rightTime()
    if (!final && now - one.lastGoesOn < GOES_ON_PACE) return
    one.lastGoesOn = now
    const said = {
      ...{ id, language, text: text.slice(-CAPTION_LENGTH), pitchId: this.#pitch.id },
      ...{ speakerId: one.account, speakerName: this.#choices.get(one.account)?.name ?? '' },
      ...{ startedAt: new Date(Math.min(from, now)), endedAt: new Date(Math.min(Math.max(from, to), now)) },
    }
    const say = final ? publishHeard : signalHeard
    this.#line = this.#line
      .then(() => say(this.#frame, this.#pitch, said))
      .catch(error => this.#frame.log.error({ err: error, pitch: this.#pitch.id }, 'a caption was not kept'))
  }
}
