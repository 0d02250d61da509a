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
/** Milliseconds for which the last words are waited for when nobody listens any more. */
const LAST_WORDS = 3000
/** Bytes that may wait in a connection: half a minute of sound. More means that it is stuck. */
const MOST_WAITING = 1_000_000
/** Characters after which a caption ends at the next settled words: more are not read at once. */
const ENOUGH = 180

/** Deepgram: `/v1/listen`, as a stream for those who speak and as a request for clips. */
export const deepgram = (settings: SpeechSettings): SpeechProvider => ({
  name: 'Deepgram',
  listen: listening => listen(settings, listening),
  transcribe: clip => transcribe(settings, clip),
})

function queryOf({ model }: SpeechSettings, language: CaptionLanguage | undefined, names: readonly string[] = []) {
  const query = new URLSearchParams({ model, punctuate: 'true', smart_format: 'true', mip_opt_out: 'true' })
  if (language) query.set('language', language)
  else query.set('detect_language', 'true')
  // older models know no key terms and refuse them
  if (model.startsWith('nova-3')) for (const name of names) query.append('keyterm', name)
  return query
}
const authorised = ({ key }: SpeechSettings): Record<string, string> => (key ? { authorization: `Token ${key}` } : {})

interface Alternatives {
  readonly alternatives?: readonly { readonly transcript?: string }[]
}
/** A message of the stream that is of use here; `start` and `duration` are seconds of the sound that was sent. */
interface Result {
  readonly type?: string
  readonly channel?: Alternatives
  readonly is_final?: boolean
  readonly speech_final?: boolean
  readonly from_finalize?: boolean
  readonly start?: number
  readonly duration?: number
}

function listen(settings: SpeechSettings, listening: Listening): SpeechStream {
  const { onHeard, onFailure, onWorks } = listening
  const query = queryOf(settings, listening.language, listening.names)
  for (const [name, value] of [
    ['encoding', 'linear16'],
    ['sample_rate', `${SAMPLE_RATE}`],
    ['channels', '1'],
    ['interim_results', 'true'],
    ['endpointing', '500'],
  ] as const)
    query.set(name, value)
  const socket = new WebSocket(`${settings.url.replace(/^http/, 'ws')}/v1/listen?${query}`, {
    headers: authorised(settings),
  })
  /** What was said before the connection was there. */
  let early: (Int16Array | string)[] = []
  let over = false
  let closing = false
  let lastSent = rightTime()
  let sent = 0
  /** Where in the sound that was sent which moment is: silence is not sent. */
  let anchors: { position: number; at: number }[] = []
  let isSpeaking = false
  let current: { id: string; said: string; shown: string; from: number; to: number } | undefined

  const send = (data: Int16Array | string) => {
    lastSent = rightTime()
    if (socket.readyState === WebSocket.OPEN) socket.send(typeof data === 'string' ? data : bytesOf(data))
    else if (early.length < 500) early.push(data)
  }
  const momentOf = (seconds: number): number => {
    const index = anchors.findLastIndex(anchor => anchor.position <= seconds + 0.001)
    const anchor = anchors[Math.max(0, index)]
    if (index > 0) anchors = anchors.slice(index)
    return anchor ? anchor.at + Math.max(0, seconds - anchor.position) * 1000 : rightTime()
  }
  const endCurrent = () => {
    const ended = current
    current = undefined
    const text = ended?.said || ended?.shown
    if (ended && text) onHeard({ id: ended.id, text, final: true, from: ended.from, to: ended.to })
  }
  const end = (error?: Error) => {
    if (over) return
    over = true
    clearInterval(timer)
    clearTimeout(opening)
    clearTimeout(last)
    early = []
    // what was not settled is the best that there is of it
    endCurrent()
    if (error && !closing) onFailure(error, true)
    socket.close()
  }
  const take = ({ type, channel, start = 0, duration = 0, ...result }: Result) => {
    if (type !== 'Results') return
    onWorks()
    const text = channel?.alternatives?.[0]?.transcript?.trim() ?? ''
    if (text || current) {
      current ??= { id: randomUUID(), said: '', shown: '', from: momentOf(start), to: 0 }
      current.to = momentOf(start + duration)
      current.shown = joined(current.said, text)
      if (result.is_final) current.said = current.shown
      const isWhole = result.speech_final || result.from_finalize || current.said.length >= ENOUGH
      if (result.is_final && isWhole) endCurrent()
      else if (text) onHeard({ ...current, text: current.shown, final: false })
    }
  }
  socket.binaryType = 'arraybuffer'
  socket.onopen = () => {
    clearTimeout(opening)
    for (const data of early.splice(0)) send(data)
  }
  socket.onmessage = ({ data }) => {
    try {
      take(JSON.parse(String(data)) as Result)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  socket.onerror = () => end(new ProviderFailed('does not answer'))
  socket.onclose = ({ code }) => end(new ProviderFailed(`closed the connection (${code})`))
  const opening = setTimeout(() => end(new ProviderFailed('does not answer in time')), PATIENCE)
  const timer = setInterval(() => {
    if (rightTime() - lastSent >= KEEP_ALIVE) send(JSON.stringify({ type: 'KeepAlive' }))
  }, KEEP_ALIVE / 2)
  timer.unref()
  let last: NodeJS.Timeout | undefined

  return {
    speak: (samples, at) => {
      if (over || closing) return
      if (!isSpeaking) anchors.push({ position: sent / SAMPLE_RATE, at })
      isSpeaking = true
      sent += samples.length
      send(samples)
      if (socket.bufferedAmount > MOST_WAITING) end(new ProviderFailed('takes no more'))
    },
    pause: () => {
      if (over || closing || !isSpeaking) return
      isSpeaking = false
      send(JSON.stringify({ type: 'Finalize' }))
    },
    close: () => {
      if (over || closing) return
      // it says what it has of the last words, and closes
      send(JSON.stringify({ type: 'CloseStream' }))
      closing = true
      last = setTimeout(end, LAST_WORDS).unref()
    },
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

/** Words behind words; Chinese and Japanese stand without a space. */
function joined(before: string, after: string): string {
  if (!before || !after) return before + after
  const eastern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。！？、]/u
  return eastern.test(before.at(-1) ?? '') || eastern.test(after[0] ?? '') ? before + after : `${before} ${after}`
}
