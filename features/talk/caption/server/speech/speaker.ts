import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import { rightTime } from '#server/clock.ts'
import type { Heard, SpeechProvider, SpeechStream } from './provider.ts'
import { SAMPLE_RATE } from './provider.ts'
import { Segmenter } from './segmenter.ts'

/** Milliseconds without sound after which a speaker counts as silent, and after which their stream is closed. */
const NO_SOUND = 700
const NO_SPEECH = 120_000

export interface SpeakerParts {
  readonly provider: SpeechProvider
  readonly names: readonly string[]
  readonly language: () => CaptionLanguage
  /** Whether the provider may be used now. */
  readonly mayAsk: () => boolean
  readonly onHeard: (heard: Heard, language: CaptionLanguage) => void
  readonly onFailure: (error: Error) => void
  readonly onWorks: () => void
}

/** One microphone: its sound, cut into speech, on its way to the provider. */
export class Speaker {
  readonly #parts: SpeakerParts
  readonly #segmenter: Segmenter
  #stream: SpeechStream | undefined
  #language: CaptionLanguage | undefined
  #lastSound = 0
  #lastSpeech = 0

  constructor(parts: SpeakerParts) {
    this.#parts = parts
    this.#segmenter = new Segmenter({
      onSpeech: (samples, at) => this.#speak(samples, at),
      onPause: () => this.#stream?.pause(),
    })
  }

  hear(samples: Int16Array, now: number): void {
    this.#lastSound = now
    this.#segmenter.push(samples, now - (samples.length / SAMPLE_RATE) * 1000)
  }

  /** Called regularly: an end of the sound ends the speech. */
  tick(now: number): void {
    if (this.#lastSound > 0 && now - this.#lastSound > NO_SOUND) {
      this.#lastSound = 0
      this.#segmenter.flush()
    }
    if (this.#stream && now - this.#lastSpeech > NO_SPEECH) this.#close()
  }

  close(): void {
    this.#segmenter.flush()
    this.#close()
  }

  #speak(samples: Int16Array, at: number): void {
    this.#lastSpeech = rightTime()
    // a change of language applies from here on
    if (this.#language !== this.#parts.language()) this.#close()
    if (!this.#parts.mayAsk()) return
    this.#stream ??= this.#open()
    this.#stream.speak(samples, at)
  }

  #open(): SpeechStream {
    const { provider, names, onHeard, onFailure, onWorks } = this.#parts
    const language = this.#parts.language()
    this.#language = language
    const stream = provider.listen({
      language,
      names,
      onHeard: heard => onHeard(heard, language),
      onWorks,
      onFailure: (error, over) => {
        if (over && this.#stream === stream) this.#stream = undefined
        onFailure(error)
      },
    })
    return stream
  }

  #close(): void {
    const stream = this.#stream
    this.#stream = undefined
    stream?.close()
  }
}
