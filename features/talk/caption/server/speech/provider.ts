import type { CaptionLanguage } from '#features/talk/caption/rules.ts'

/** Samples a second, of all sound that is recognised: one channel, 16 bit. */
export const SAMPLE_RATE = 16_000

/** Something that was recognised. The same id again replaces it; `final` ends it, and a final one again corrects it. */
export interface Heard {
  readonly id: string
  readonly text: string
  readonly final: boolean
  /** When the saying of it began and ended, in milliseconds of the server's clock. */
  readonly from: number
  readonly to: number
}

/** What one person says, on its way to the provider. */
export interface SpeechStream {
  /** Speech, as samples, and when the first of them was heard. */
  speak(samples: Int16Array, at: number): void
  /** The person has fallen silent: what they said is to be recognised now. */
  pause(): void
  /** Nobody listens any more. What is under way may still be recognised. */
  close(): void
}

export interface Listening {
  readonly language: CaptionLanguage
  /** Names that may be said; a provider spells them better when it knows them. */
  readonly names: readonly string[]
  readonly onHeard: (heard: Heard) => void
  /** The provider does not do its work. The stream goes on, or has to be opened again when `over`. */
  readonly onFailure: (error: Error, over: boolean) => void
  /** It has done its work. */
  readonly onWorks: () => void
}

/** A recorded clip, in the format that its type says. */
export interface Clip {
  readonly audio: Uint8Array<ArrayBuffer>
  readonly mime: string
  /** Without one the provider finds it out, if it can. */
  readonly language: CaptionLanguage | undefined
}

/** Somebody who recognises speech. */
export interface SpeechProvider {
  readonly name: string
  listen(listening: Listening): SpeechStream
  /** The words of a clip; none when nothing is said in it. @throws {ProviderFailed} */
  transcribe(clip: Clip): Promise<string>
}

/** `refused`: asking again as it is will not help (the key, the model, the sound itself). */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
  readonly refused: boolean
  constructor(why: string, refused = false) {
    super(why)
    this.refused = refused
  }
}

/** An answer that is none. Not its words: they may repeat what was said, or the key. */
export const refusedBy = (status: number): ProviderFailed =>
  new ProviderFailed(`answered ${status}`, status >= 400 && status < 500 && status !== 408 && status !== 429)
