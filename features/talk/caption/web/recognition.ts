import type { Caption } from '#features/talk/caption/events.ts'
import { type CaptionLanguage, LONGEST_SAID, speechCodeOf } from '#features/talk/caption/rules.ts'

/**
 * `missing`: this browser has no speech recognition. `asking`: the browser asks the speaker for the microphone.
 * `stopped`: it was stopped, or could not go on; `problem` says why.
 */
export interface Listening {
  readonly state: 'missing' | 'idle' | 'asking' | 'listening' | 'stopped'
  readonly problem: 'refused' | 'noMicrophone' | 'language' | 'network' | undefined
}

/** A recognized caption; the same id again replaces it, and `final` ends it. */
export type Said = Pick<Caption, 'id' | 'text' | 'final' | 'language'> & { readonly spokenMs: number }

/** The used part of the browsers' SpeechRecognition, which TypeScript's DOM types lack. */
export interface Recogniser {
  lang: string
  continuous: boolean
  interimResults: boolean
  onstart: (() => void) | null
  onend: (() => void) | null
  onerror: ((event: { readonly error: string }) => void) | null
  onresult: ((event: RecognisedEvent) => void) | null
  start(): void
  abort(): void
}
export interface RecognisedEvent {
  readonly resultIndex: number
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>
}
export type RecogniserMaker = new () => Recogniser

/** The browser's own speech recognition, under either of its names. */
export function browserRecogniser(): RecogniserMaker | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: RecogniserMaker
    webkitSpeechRecognition?: RecogniserMaker
  }
  return SpeechRecognition ?? webkitSpeechRecognition
}

const problems: Readonly<Record<string, Listening['problem']>> = {
  'not-allowed': 'refused',
  'service-not-allowed': 'refused',
  'audio-capture': 'noMicrophone',
  'language-not-supported': 'language',
}
/** Milliseconds between two updates of an unfinished caption. */
export const GOES_ON_PACE = 600
/** Pauses between attempts while the browser's service cannot be reached. */
const pauses = [1000, 1000, 2000, 4000, 8000]

interface Parts {
  readonly make: RecogniserMaker | undefined
  readonly newId: () => string
  readonly onSaid: (said: Said) => void
  readonly now?: () => number
}

/** Recognises the speaker's words by the browser, and starts again when the browser stops after a silence. */
export class Recognition {
  #listening: Listening
  readonly #parts: Parts
  readonly #watchers = new Set<() => void>()
  #recogniser: Recogniser | undefined
  #language: CaptionLanguage = 'en'
  #current: { id: string; begun: number; sent: number; text: string } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #tries = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#listening = { state: parts.make ? 'idle' : 'missing', problem: undefined }
  }

  readonly get = (): Listening => this.#listening
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  start(language: CaptionLanguage): void {
    if (!this.#parts.make) return
    this.#end()
    this.#language = language
    this.#tries = 0
    this.#set({ state: 'asking', problem: undefined })
    this.#begin()
  }

  stop(): void {
    if (!this.#recogniser && this.#timer === undefined) return
    this.#end()
    this.#set({ state: 'stopped', problem: undefined })
  }

  #begin(): void {
    const { make } = this.#parts
    if (!make) return
    const recogniser = new make()
    this.#recogniser = recogniser
    recogniser.lang = speechCodeOf(this.#language)
    recogniser.continuous = true
    recogniser.interimResults = true
    let problem: string | undefined
    recogniser.onstart = () => this.#set({ state: 'listening', problem: undefined })
    recogniser.onresult = event => this.#take(event)
    recogniser.onerror = ({ error }) => {
      problem = error
    }
    recogniser.onend = () => this.#ended(recogniser, problem)
    try {
      recogniser.start()
    } catch {
      this.#ended(recogniser, 'not-allowed')
    }
  }

  #ended(recogniser: Recogniser, problem: string | undefined): void {
    if (recogniser !== this.#recogniser) return
    this.#recogniser = undefined
    this.#finish()
    const forGood = problem ? problems[problem] : undefined
    const pause = problem === 'network' ? pauses[this.#tries++] : problem ? pauses[0] : 0
    if (forGood || pause === undefined) this.#set({ state: 'stopped', problem: forGood ?? 'network' })
    else this.#again(pause)
  }

  /** A silence ends the browser's recognition, so it is started again. */
  #again(pause: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#begin()
    }, pause)
  }

  #take({ resultIndex, results }: RecognisedEvent): void {
    this.#tries = 0
    let goesOn = ''
    for (const result of Array.from(results).slice(resultIndex)) {
      const text = result[0]?.transcript.trim() ?? ''
      if (result.isFinal) this.#say(text)
      else goesOn = `${goesOn} ${text}`.trim()
    }
    if (goesOn) this.#goOn(goesOn)
  }

  #goOn(text: string): void {
    const now = this.#time()
    const current = this.#current ?? { id: this.#parts.newId(), begun: now, sent: 0, text }
    this.#current = current
    current.text = text
    if (now - current.sent < GOES_ON_PACE) return
    current.sent = now
    this.#emit(current, text, false)
  }

  #say(text: string): void {
    const current = this.#current ?? { id: this.#parts.newId(), begun: this.#time(), sent: 0, text }
    this.#current = undefined
    if (text) this.#emit(current, text, true)
  }

  /** When recognition ends, the unfinished text counts as final. */
  #finish(): void {
    if (this.#current) this.#say(this.#current.text)
  }

  #emit({ id, begun }: { id: string; begun: number }, text: string, final: boolean): void {
    const spokenMs = Math.min(LONGEST_SAID, Math.max(0, Math.round(this.#time() - begun)))
    this.#parts.onSaid({ id, text, final, language: this.#language, spokenMs })
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const recogniser = this.#recogniser
    this.#recogniser = undefined
    this.#finish()
    recogniser?.abort()
  }

  #time(): number {
    return (this.#parts.now ?? Date.now)()
  }

  #set(listening: Listening): void {
    this.#listening = listening
    for (const watcher of this.#watchers) watcher()
  }
}
