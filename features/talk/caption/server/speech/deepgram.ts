import { randomUUID } from 'node:crypto'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import type { SpeechSettings } from '#features/talk/caption/server/settings.ts'
import { rightTime } from '#server/clock.ts'
import {
  type Clip,
  type Listening,
  ProviderFailed,
  refusedBy,
  SAMPLE_RATE,
  type SpeechProvider,
  type SpeechStream,
} from './provider.ts'

/** Milliseconds for a clip, and for a connection to open. */
const PATIENCE = 15_000
/** Deepgram closes a connection that is silent for ten seconds. */
const KEEP_ALIVE = 4000
/** Milliseconds to wait for the last words after a stream is closed. */
const LAST_WORDS = 3000
/** Messages kept until the connection is open. */
const MOST_EARLY = 500
/** Bytes that may wait in a connection: half a minute of sound. More means that it is stuck. */
const MOST_WAITING = 1_000_000
/** Characters after which a caption ends with the next final result: a longer one is not read at once. */
const ENOUGH = 180

/** Deepgram: `/v1/listen`, as a stream for speakers and as a request for clips. */
export const deepgram = (settings: SpeechSettings): SpeechProvider => ({
  name: 'Deepgram',
  listen: listening => new DeepgramStream(settings, listening),
  transcribe: clip => transcribe(settings, clip),
})

function queryOf({ model }: SpeechSettings, language: CaptionLanguage | undefined, names: readonly string[] = []) {
  const query = new URLSearchParams({ model, punctuate: 'true', smart_format: 'true', mip_opt_out: 'true' })
  if (language) query.set('language', language)
  else query.set('detect_language', 'true')
  // older models refuse key terms
  if (model.startsWith('nova-3')) for (const name of names) query.append('keyterm', name)
  return query
}
const authorised = ({ key }: SpeechSettings): Record<string, string> => (key ? { authorization: `Token ${key}` } : {})

interface Alternatives {
  readonly alternatives?: readonly { readonly transcript?: string }[]
}
/** The used fields of a message of the stream; `start` and `duration` are seconds of the sent sound. */
interface Result {
  readonly type?: string
  readonly channel?: Alternatives
  readonly is_final?: boolean
  readonly speech_final?: boolean
  readonly from_finalize?: boolean
  readonly start?: number
  readonly duration?: number
}

/** The address of the stream, with the encoding of the sound, and interim results enabled. */
function streamAddress(settings: SpeechSettings, { language, names }: Listening): string {
  const query = queryOf(settings, language, names)
  for (const [name, value] of [
    ['encoding', 'linear16'],
    ['sample_rate', `${SAMPLE_RATE}`],
    ['channels', '1'],
    ['interim_results', 'true'],
    ['endpointing', '500'],
  ] as const)
    query.set(name, value)
  return `${settings.url.replace(/^http/, 'ws')}/v1/listen?${query}`
}

/** The speech of one person on its way to Deepgram, over one WebSocket. */
class DeepgramStream implements SpeechStream {
  readonly #listening: Listening
  readonly #socket: WebSocket
  readonly #opening: NodeJS.Timeout
  readonly #keepAlive: NodeJS.Timeout
  #closing: NodeJS.Timeout | undefined
  /** Messages from before the connection was open. */
  #early: (Int16Array | string)[] = []
  #isOver = false
  #lastSent = rightTime()
  #samplesSent = 0
  /** The time at which each stretch of sent sound was spoken, since silence is not sent. `position` is in seconds. */
  #anchors: { position: number; at: number }[] = []
  #isSpeaking = false
  #current: { id: string; settled: string; shown: string; from: number; to: number } | undefined

  constructor(settings: SpeechSettings, listening: Listening) {
    this.#listening = listening
    const socket = new WebSocket(streamAddress(settings, listening), { headers: authorised(settings) })
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => {
      clearTimeout(this.#opening)
      for (const data of this.#early.splice(0)) this.#send(data)
    }
    socket.onmessage = ({ data }) => {
      try {
        this.#take(JSON.parse(String(data)) as Result)
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
      }
    }
    socket.onerror = () => this.#end(new ProviderFailed('does not answer'))
    socket.onclose = ({ code }) => this.#end(new ProviderFailed(`closed the connection (${code})`))
    this.#opening = setTimeout(() => this.#end(new ProviderFailed('does not answer in time')), PATIENCE)
    this.#keepAlive = setInterval(() => {
      if (rightTime() - this.#lastSent >= KEEP_ALIVE) this.#send(JSON.stringify({ type: 'KeepAlive' }))
    }, KEEP_ALIVE / 2).unref()
  }

  speak(samples: Int16Array, at: number): void {
    if (this.#isOver || this.#closing) return
    if (!this.#isSpeaking) this.#anchors.push({ position: this.#samplesSent / SAMPLE_RATE, at })
    this.#isSpeaking = true
    this.#samplesSent += samples.length
    this.#send(samples)
    if (this.#socket.bufferedAmount > MOST_WAITING) this.#end(new ProviderFailed('takes no more'))
  }

  pause(): void {
    if (this.#isOver || this.#closing || !this.#isSpeaking) return
    this.#isSpeaking = false
    this.#send(JSON.stringify({ type: 'Finalize' }))
  }

  close(): void {
    if (this.#isOver || this.#closing) return
    // Deepgram answers with the last words, and closes
    this.#send(JSON.stringify({ type: 'CloseStream' }))
    this.#closing = setTimeout(() => this.#end(), LAST_WORDS).unref()
  }

  #send(data: Int16Array | string): void {
    this.#lastSent = rightTime()
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(typeof data === 'string' ? data : bytesOf(data))
    else if (this.#early.length < MOST_EARLY) this.#early.push(data)
  }

  #take({ type, channel, start = 0, duration = 0, ...result }: Result): void {
    if (type !== 'Results') return
    this.#listening.onWorks()
    const text = channel?.alternatives?.[0]?.transcript?.trim() ?? ''
    if (!text && !this.#current) return
    this.#current ??= { id: randomUUID(), settled: '', shown: '', from: this.#timeOf(start), to: 0 }
    const current = this.#current
    current.to = this.#timeOf(start + duration)
    current.shown = joined(current.settled, text)
    if (result.is_final) current.settled = current.shown
    const isWhole = result.speech_final || result.from_finalize || current.settled.length >= ENOUGH
    if (result.is_final && isWhole) this.#endCurrent()
    else if (text) {
      const { id, shown, from, to } = current
      this.#listening.onHeard({ id, text: shown, final: false, from, to })
    }
  }

  /** The server's time at which this second of the sent sound was spoken. */
  #timeOf(seconds: number): number {
    const index = this.#anchors.findLastIndex(anchor => anchor.position <= seconds + 0.001)
    const anchor = this.#anchors[Math.max(0, index)]
    if (index > 0) this.#anchors = this.#anchors.slice(index)
    return anchor ? anchor.at + Math.max(0, seconds - anchor.position) * 1000 : rightTime()
  }

  #endCurrent(): void {
    const ended = this.#current
    this.#current = undefined
    const text = ended?.settled || ended?.shown
    if (ended && text) this.#listening.onHeard({ id: ended.id, text, final: true, from: ended.from, to: ended.to })
  }

  #end(error?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#keepAlive)
    clearTimeout(this.#opening)
    clearTimeout(this.#closing)
    this.#early = []
    // unsettled words are sent as they are
    this.#endCurrent()
    if (error && !this.#closing) this.#listening.onFailure(error, true)
    this.#socket.close()
  }
}

async function transcribe(settings: SpeechSettings, { audio, mime, language }: Clip): Promise<string> {
  const answer = await fetch(`${settings.url}/v1/listen?${queryOf(settings, language)}`, {
    method: 'POST',
    headers: { ...authorised(settings), 'content-type': mime },
    body: audio,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(error => {
    throw new ProviderFailed((error as Error).name === 'TimeoutError' ? 'does not answer in time' : 'does not answer')
  })
  if (!answer.ok) throw refusedBy(answer.status)
  const { results } = (await answer.json().catch(() => ({}))) as { results?: { channels?: readonly Alternatives[] } }
  const text = results?.channels?.[0]?.alternatives?.[0]?.transcript
  if (typeof text !== 'string') throw new ProviderFailed('answered without a text')
  return text.trim()
}

const bytesOf = (samples: Int16Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(samples.buffer as ArrayBuffer, samples.byteOffset, samples.byteLength)

/** Joins words with a space, or without one in Chinese and Japanese. */
function joined(before: string, after: string): string {
  if (!before || !after) return before + after
  const eastern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。！？、]/u
  return eastern.test(before.at(-1) ?? '') || eastern.test(after[0] ?? '') ? before + after : `${before} ${after}`
}
