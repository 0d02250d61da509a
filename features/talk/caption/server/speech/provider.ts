import type { CaptionLanguage } from '#features/talk/caption/rules.ts'

/** Samples a second of all recognized sound: one channel, 16 bit. */
export const SAMPLE_RATE = 16_000

/** A recognized caption. The same id again replaces it; `final` ends it, and a further final one corrects it. */
export interface Heard {
  readonly id: string
  readonly text: string
  readonly final: boolean
  /** The beginning and the end of the speech, in milliseconds of the server's clock. */
  readonly from: number
  readonly to: number
}

/** The speech of one person, on its way to the provider. */
export interface SpeechStream {
  /** Sends speech, as samples, with the time of the first one. */
  speak(samples: Int16Array, at: number): void
  /** The speaker has fallen silent: their words are to be recognized now. */
  pause(): void
  /** Ends the stream. Words under way may still be recognized. */
  close(): void
}

export interface Listening {
  readonly language: CaptionLanguage
  /** Names that may be spoken, which a provider spells better when it knows them. */
  readonly names: readonly string[]
  readonly onHeard: (heard: Heard) => void
  /** The provider has failed. The stream goes on, or has to be opened again if `over`. */
  readonly onFailure: (error: Error, over: boolean) => void
  /** The provider has answered. */
  readonly onWorks: () => void
}

/** A recorded clip, in the format that its type says. */
export interface Clip {
  readonly audio: Uint8Array<ArrayBuffer>
  readonly mime: string
  /** Undefined if the provider is to detect it. */
  readonly language: CaptionLanguage | undefined
}

/** A provider of speech recognition. */
export interface SpeechProvider {
  readonly name: string
  listen(listening: Listening): SpeechStream
  /** The text of a clip; empty if nothing is said in it. @throws {ProviderFailed} */
  transcribe(clip: Clip): Promise<string>
}

/** `refused`: a repeat would fail as well (the key, the model, the sound itself). */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
  readonly refused: boolean
  constructor(why: string, refused = false) {
    super(why)
    this.refused = refused
  }
}

/** The failure of an error status. Without the body, which may repeat the speech or the key. */
export const refusedBy = (status: number): ProviderFailed =>
  new ProviderFailed(`answered ${status}`, status >= 400 && status < 500 && status !== 408 && status !== 429)
