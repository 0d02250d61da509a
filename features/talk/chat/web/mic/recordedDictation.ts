import {
  type Dictation,
  type MicProblem,
  MicStates,
  type OnHeard,
  type SpeechLanguage,
  UNANSWERABLE,
} from './dictation.ts'

/** Milliseconds after which a recording ends by itself; the server takes a minute at most. */
const LONGEST = 58_000
/** Bits a second: enough for speech, and a minute is 240 kB. */
const BITS = 32_000

interface Parts {
  /** Transcribes a recording; an empty text if nothing was said. */
  readonly transcribe: (audio: File, language: SpeechLanguage) => Promise<string>
  readonly onHeard: OnHeard
  readonly openMicrophone?: () => Promise<MediaStream>
  readonly Recorder?: typeof MediaRecorder
  readonly now?: () => number
}

/** Dictation by the server, for browsers without speech recognition: the recording is sent and not stored. */
export class RecordedDictation implements Dictation {
  readonly by = 'server'
  readonly #parts: Required<Parts>
  readonly #states = new MicStates()
  readonly get = this.#states.get
  readonly subscribe = this.#states.subscribe
  /** Counts the recordings, so that only the last one reports. */
  #turn = 0
  #recorder: MediaRecorder | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: Parts) {
    this.#parts = {
      openMicrophone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
      Recorder: globalThis.MediaRecorder,
      now: () => performance.now(),
      ...parts,
    }
  }

  start(language: SpeechLanguage): void {
    this.drop()
    void this.#record(++this.#turn, language)
  }

  stop(): void {
    // the browser's question is still open, so there is nothing to write
    if (this.#states.get().state === 'asking') this.drop()
    else if (this.#recorder?.state === 'recording') this.#recorder.stop()
  }

  drop(): void {
    this.#turn++
    const recorder = this.#recorder
    this.#recorder = undefined
    clearTimeout(this.#timer)
    if (recorder) end(recorder)
    if (this.#states.get().state !== 'stopped') this.#states.set('idle')
  }

  async #record(turn: number, language: SpeechLanguage): Promise<void> {
    this.#states.set('asking')
    const began = this.#parts.now()
    try {
      const stream = await this.#parts.openMicrophone()
      if (turn !== this.#turn) return letGo(stream)
      const recorder = new this.#parts.Recorder(stream, { audioBitsPerSecond: BITS })
      const pieces: Blob[] = []
      recorder.ondataavailable = ({ data }) => pieces.push(data)
      recorder.onstop = () => {
        letGo(stream)
        if (turn === this.#turn) void this.#write(turn, new Blob(pieces, { type: recorder.mimeType }), language)
      }
      this.#recorder = recorder
      recorder.start()
      this.#timer = setTimeout(() => this.stop(), LONGEST)
      this.#states.set('listening')
    } catch (failure) {
      if (turn === this.#turn) this.#states.set('stopped', problemOf(failure, this.#parts.now() - began))
    }
  }

  async #write(turn: number, sound: Blob, language: SpeechLanguage): Promise<void> {
    clearTimeout(this.#timer)
    this.#recorder = undefined
    this.#states.set('writing')
    const type = sound.type.split(';')[0] || 'audio/webm'
    const audio = new File([sound], `speech.${type.split('/')[1]}`, { type })
    const text = await this.#parts.transcribe(audio, language).catch(() => undefined)
    if (turn !== this.#turn) return
    if (text?.trim()) this.#parts.onHeard(text.trim())
    this.#states.set('stopped', text === undefined ? 'network' : text.trim() ? undefined : 'noSpeech')
  }
}

const letGo = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

function end(recorder: MediaRecorder): void {
  if (recorder.state !== 'inactive') recorder.stop()
}

function problemOf(failure: unknown, after: number): MicProblem {
  const name = failure instanceof Error ? failure.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return after < UNANSWERABLE ? 'blocked' : 'denied'
  return 'noMicrophone'
}
