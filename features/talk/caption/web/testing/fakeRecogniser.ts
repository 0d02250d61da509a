import { type Mock, vi } from 'vitest'
import type { RecognisedEvent, Recogniser } from '../recognition.ts'

/** A browser's recognition, driven by hand. */
export class FakeRecogniser implements Recogniser {
  /** The one that was made last. */
  static last: FakeRecogniser
  lang = ''
  continuous = false
  interimResults = false
  onstart: Recogniser['onstart'] = null
  onend: Recogniser['onend'] = null
  onerror: Recogniser['onerror'] = null
  onresult: Recogniser['onresult'] = null
  start: Mock<() => void> = vi.fn()
  abort: Mock<() => void> = vi.fn()
  constructor() {
    FakeRecogniser.last = this
  }
  /** What was said, in one piece or in several; not `isFinal`: it may still be heard otherwise. */
  hears(said: string | readonly string[], isFinal = true) {
    this.onresult?.({
      resultIndex: 0,
      results: [said].flat().map(transcript => Object.assign([{ transcript }], { isFinal })),
    } as RecognisedEvent)
  }
  fails(error: string) {
    this.onerror?.({ error })
    this.onend?.()
  }
}
