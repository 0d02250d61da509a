import type { Recogniser as CaptionRecogniser, RecognisedEvent } from '#features/talk/caption/web/recognition.ts'

/** [CONST-025] The languages; the first is the default. */
export const speechLanguages = ['en-US', 'zh-CN', 'zh-TW'] as const
export type SpeechLanguage = (typeof speechLanguages)[number]

/** [STATE-114 to STATE-117] `writing`: the recording is being transcribed by the server. */
export type MicState = 'idle' | 'asking' | 'listening' | 'writing' | 'stopped'

/**
 * [ERR-056 to ERR-059] Why nothing was written. `noSpeech` only informs. `blocked`: the browser refused without a
 * question; `denied`: the person refused.
 */
export type MicProblem = 'noSpeech' | 'noMicrophone' | 'blocked' | 'denied' | 'language' | 'network'

export interface Mic {
  readonly state: MicState
  readonly problem: MicProblem | undefined
}

/** Dictation of one person, by the browser or by the server. */
export interface Dictation {
  /** The service that recognizes the words, and so gets the sound. */
  readonly by: 'browser' | 'server'
  readonly get: () => Mic
  readonly subscribe: (watcher: () => void) => () => void
  readonly start: (language: SpeechLanguage) => void
  readonly stop: () => void
  /** Stops at once; words that are not written yet are dropped. */
  readonly drop: () => void
}

/** [ERR-058, ERR-059] Milliseconds in which no person can have answered the browser's question. */
export const UNANSWERABLE = 100

/** All words since the start, as far as they are known. */
export type OnHeard = (text: string) => void

/** The observable state that both kinds of dictation share. */
export class MicStates {
  #mic: Mic = { state: 'idle', problem: undefined }
  readonly #watchers = new Set<() => void>()
  readonly get = (): Mic => this.#mic
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }
  set(state: MicState, problem?: MicProblem): void {
    this.#mic = { state, problem }
    for (const watcher of this.#watchers) watcher()
  }
}

type Recogniser = Pick<
  CaptionRecogniser,
  'lang' | 'continuous' | 'interimResults' | 'onstart' | 'onend' | 'onerror' | 'onresult' | 'start' | 'abort'
>

/** Dictation by the browser's own recognition. */
export class BrowserDictation implements Dictation {
  readonly by = 'browser'
  readonly #make: new () => Recogniser
  readonly #onHeard: OnHeard
  readonly #now: () => number
  readonly #states = new MicStates()
  readonly get = this.#states.get
  readonly subscribe = this.#states.subscribe
  #recogniser: Recogniser | undefined

  constructor(make: new () => Recogniser, onHeard: OnHeard, now: () => number = () => performance.now()) {
    this.#make = make
    this.#onHeard = onHeard
    this.#now = now
  }

  start(language: SpeechLanguage): void {
    this.drop()
    const recogniser = new this.#make()
    this.#recogniser = recogniser
    recogniser.lang = language
    recogniser.continuous = true
    recogniser.interimResults = true
    let problem: MicProblem | undefined
    const began = this.#now()
    const isCurrent = () => recogniser === this.#recogniser
    recogniser.onstart = () => isCurrent() && this.#states.set('listening')
    recogniser.onresult = event => isCurrent() && this.#onHeard(wordsOf(event))
    recogniser.onerror = ({ error }) => {
      problem = problemOf(error, this.#now() - began)
    }
    recogniser.onend = () => {
      if (!isCurrent()) return
      this.#recogniser = undefined
      this.#states.set('stopped', problem)
    }
    this.#states.set('asking')
    try {
      recogniser.start()
    } catch {
      this.#recogniser = undefined
      this.#states.set('stopped', 'blocked')
    }
  }

  /** The words heard so far are written already. */
  stop(): void {
    if (!this.#recogniser) return
    this.drop()
    this.#states.set('stopped')
  }

  drop(): void {
    const recogniser = this.#recogniser
    this.#recogniser = undefined
    recogniser?.abort()
    if (recogniser) this.#states.set('idle')
  }
}

const wordsOf = ({ results }: RecognisedEvent): string =>
  Array.from(results, result => result[0]?.transcript.trim() ?? '')
    .filter(Boolean)
    .join(' ')

function problemOf(error: string, after: number): MicProblem | undefined {
  if (error === 'no-speech') return 'noSpeech'
  if (error === 'audio-capture') return 'noMicrophone'
  if (error === 'not-allowed' || error === 'service-not-allowed') return after < UNANSWERABLE ? 'blocked' : 'denied'
  if (error === 'language-not-supported') return 'language'
  return error === 'network' ? 'network' : undefined
}

/** Inserts dictated words between the text before and behind, with a blank where it is needed. */
export function spoken(before: string, said: string, after: string): { text: string; caret: number } {
  // Chinese has no blanks, neither behind letters nor behind punctuation
  const wide = /[\s\p{sc=Han}\u3000-\u303f\uff00-\uffef([{"'“‘]$/u
  const words = said.replace(/(?<=\p{sc=Han}) (?=\p{sc=Han})/gu, '')
  const start = before && words && !wide.test(before) ? `${before} ` : before
  const end = after && words && !/^[\p{sc=Han}\p{P}\p{Z}\n]/u.test(after) ? ` ${after}` : after
  return { text: start + words + end, caret: (start + words).length }
}
