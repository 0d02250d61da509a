import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import type { SpeechSettings } from '#features/talk/caption/server/settings.ts'
import {
  type Clip,
  type Listening,
  ProviderFailed,
  refusedBy,
  SAMPLE_RATE,
  type SpeechProvider,
  type SpeechStream,
} from './provider.ts'
import { joinSamples, wav } from './wav.ts'

/** Milliseconds for the transcription of one piece. */
const PATIENCE = 15_000
/** Milliseconds before a failed piece is tried again. */
const PAUSE = 1000
/**
 * Pieces that wait behind the current one; the oldest beyond them is dropped, since its caption would come too late.
 */
const MOST_WAITING = 2
/** Seconds of the longest piece, and of the shortest that can contain speech. */
const LONGEST = 16
const SHORTEST = 0.25

/** OpenAI's `/v1/audio/transcriptions`, and servers with the same API. It takes pieces, cut at pauses. */
export const openai = (settings: SpeechSettings): SpeechProvider => ({
  name: settings.key && settings.url === 'https://api.openai.com' ? 'OpenAI' : 'The speech server',
  listen: listening => listen(settings, listening),
  transcribe: clip => transcribe(settings, { ...clip, names: [] }),
})

interface Piece {
  readonly samples: Int16Array
  readonly from: number
  readonly to: number
}

function listen(settings: SpeechSettings, { language, names, onHeard, onFailure, onWorks }: Listening): SpeechStream {
  let pieces: Int16Array[] = []
  let from = 0
  let length = 0
  let closed = false
  let busy = false
  const waiting: Piece[] = []

  async function work(): Promise<void> {
    if (busy) return
    busy = true
    for (let piece = waiting.shift(); piece; piece = waiting.shift()) await recognise(piece)
    busy = false
  }
  async function recognise({ samples, from, to }: Piece): Promise<void> {
    const clip = { audio: wav(samples), mime: 'audio/wav', language, names }
    try {
      const text = await transcribe(settings, clip).catch(async (error: ProviderFailed) => {
        if (error.refused) throw error
        await sleep(PAUSE)
        return transcribe(settings, clip)
      })
      onWorks()
      if (text) onHeard({ id: randomUUID(), text, final: true, from, to })
    } catch (error) {
      onFailure(error as Error, false)
    }
  }
  const cut = () => {
    const samples = joinSamples(pieces)
    pieces = []
    length = 0
    if (samples.length < SHORTEST * SAMPLE_RATE) return
    waiting.push({ samples, from, to: from + (samples.length / SAMPLE_RATE) * 1000 })
    if (waiting.length > MOST_WAITING) waiting.shift()
    void work()
  }
  return {
    speak: (samples, at) => {
      if (closed) return
      if (length === 0) from = at
      pieces.push(samples)
      length += samples.length
      if (length >= LONGEST * SAMPLE_RATE) cut()
    },
    pause: cut,
    close: () => {
      cut()
      closed = true
    },
  }
}

interface Answer {
  readonly text?: unknown
  readonly segments?: readonly { text?: string; no_speech_prob?: number; avg_logprob?: number }[]
}

async function transcribe(
  { url, key, model }: SpeechSettings,
  { audio, mime, language, names }: Clip & { readonly names: readonly string[] },
): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([audio], { type: mime }), `speech.${endings[mime.split(';')[0] ?? ''] ?? 'wav'}`)
  form.set('model', model)
  // only whisper reports its confidence that there was speech
  form.set('response_format', model.includes('whisper') ? 'verbose_json' : 'json')
  form.set('temperature', '0')
  if (language) form.set('language', language.split('-')[0] ?? language)
  const prompt = promptOf(language, names)
  if (prompt) form.set('prompt', prompt)
  const answer = await fetch(`${url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: key ? { authorization: `Bearer ${key}` } : {},
    body: form,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(error => {
    throw new ProviderFailed((error as Error).name === 'TimeoutError' ? 'does not answer in time' : 'does not answer')
  })
  if (!answer.ok) throw refusedBy(answer.status)
  const said = (await answer.json().catch(() => ({}))) as Answer
  if (typeof said.text !== 'string') throw new ProviderFailed('answered without a text')
  const text = wordsOf(said)
  // on noise whisper may repeat its own prompt
  return text === prompt ? '' : text
}

/** Leaves out segments in which whisper itself assumes no speech, since it invents text there. */
function wordsOf({ text, segments }: Answer): string {
  const nothing = segments?.filter(one => (one.no_speech_prob ?? 0) > 0.6 && (one.avg_logprob ?? 0) < -1) ?? []
  if (nothing.length === 0) return String(text).trim()
  return (segments ?? [])
    .filter(one => !nothing.includes(one))
    .map(one => one.text ?? '')
    .join('')
    .trim()
}

/** Whisper follows the script and the spelling of a prompt. */
function promptOf(language: CaptionLanguage | undefined, names: readonly string[]): string {
  const script = { 'zh-Hans': '以下是普通话的句子。', 'zh-Hant': '以下是國語的句子。' }[language as 'zh-Hans'] ?? ''
  return `${script}${names.join(', ')}`.slice(0, 200)
}

const endings: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/mp4': 'mp4',
  'audio/wav': 'wav',
}
