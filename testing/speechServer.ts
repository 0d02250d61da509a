import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

/** What a provider received: by which API, with which key, model and language, and the properties of the sound. */
export interface SpeechHeard {
  readonly api: 'openai' | 'deepgram' | 'deepgram-stream'
  readonly key: string
  readonly model: string
  readonly language: string
  readonly prompt: string
  /** Of samples; undefined for a clip in a format that this does not read. */
  readonly seconds: number | undefined
  /** The frequency of the sound in hertz, by which a test distinguishes speakers. */
  readonly hertz: number | undefined
  /** How many were received in that language before. */
  readonly count: number
}

/**
 * Stands in for OpenAI's transcriptions and for Deepgram, both requests and streams, on the loopback. `words` returns
 * the recognised text; a `status` other than 200 refuses everything, `waits` is in milliseconds.
 */
export async function startSpeechServer(words?: (heard: SpeechHeard) => string) {
  const heard: SpeechHeard[] = []
  const behaviour = {
    words: words ?? ((one: SpeechHeard) => `Sentence ${one.count + 1} in ${one.language}.`),
    status: 200,
    waits: 0,
    /** The other fields of an OpenAI response. */
    more: {} as object,
    /** Leaves streams open without sending anything. */
    silent: false,
  }
  const counts = new Map<string, number>()
  const streams = new Set<WebSocket>()
  const take = (one: Omit<SpeechHeard, 'count'>): string => {
    const count = counts.get(one.language) ?? 0
    counts.set(one.language, count + 1)
    heard.push({ ...one, count })
    return behaviour.words({ ...one, count })
  }

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (behaviour.waits) await new Promise(resolve => setTimeout(resolve, behaviour.waits))
    const answer = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (behaviour.status !== 200) return answer(behaviour.status, { error: 'out of order' })
    const url = new URL(request.url ?? '', 'http://speech')
    if (url.pathname === '/v1/audio/transcriptions') {
      const form = await new Response(body, { headers: { 'content-type': String(request.headers['content-type']) } })
        .formData()
        .catch(() => new FormData())
      const file = form.get('file')
      if (!(file instanceof File) || !form.get('model')) return answer(400, { error: 'file and model are needed' })
      const text = take({
        api: 'openai',
        key: String(request.headers.authorization ?? '').replace('Bearer ', ''),
        model: String(form.get('model')),
        language: String(form.get('language') ?? ''),
        prompt: String(form.get('prompt') ?? ''),
        ...soundOf(Buffer.from(await file.arrayBuffer())),
      })
      return answer(200, { text, ...behaviour.more })
    }
    if (url.pathname === '/v1/listen') {
      const text = take({ api: 'deepgram', ...askedOf(request, url), ...soundOf(body) })
      return answer(200, { results: { channels: [{ alternatives: [{ transcript: text }] }] } })
    }
    return answer(404, {})
  })

  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '', 'http://speech')
    if (behaviour.status !== 200 || url.pathname !== '/v1/listen')
      return socket.end(`HTTP/1.1 ${behaviour.status === 200 ? 404 : behaviour.status} No\r\nconnection: close\r\n\r\n`)
    sockets.handleUpgrade(request, socket, head, stream => {
      streams.add(stream)
      stream.on('close', () => streams.delete(stream))
      recognise(stream, pcm => take({ api: 'deepgram-stream', ...askedOf(request, url), ...soundOfSamples(pcm) }))
    })
  })

  /** Words while sound arrives, all of them on finalisation, in Deepgram's messages. */
  function recognise(stream: WebSocket, words: (pcm: Buffer) => string) {
    let pieces: Buffer[] = []
    let sentence = ''
    let begun = 0
    let position = 0
    let reported = 0
    const say = (transcript: string, isFinal: boolean) => {
      if (behaviour.silent) return
      const channel = { alternatives: [{ transcript, confidence: 0.9, words: [] }] }
      const times = { start: begun, duration: position - begun }
      const finals = { is_final: isFinal, speech_final: false, from_finalize: isFinal }
      stream.send(JSON.stringify({ type: 'Results', channel_index: [0, 1], ...times, ...finals, channel }))
    }
    const finish = () => {
      const pcm = Buffer.concat(pieces)
      if (pcm.length > 0) say(sentence || words(pcm), true)
      pieces = []
      sentence = ''
      begun = position
      reported = position
    }
    stream.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) {
        const { type } = JSON.parse(String(data)) as { type: string }
        if (type === 'Finalize') finish()
        if (type === 'CloseStream') {
          finish()
          stream.close(1000)
        }
        return
      }
      pieces.push(data)
      position += data.length / 2 / RATE
      if (position - reported < 0.5) return
      reported = position
      sentence ||= words(Buffer.concat(pieces))
      const all = sentence.split(' ')
      say(all.slice(0, Math.max(1, Math.round(((position - begun) / 2) * all.length))).join(' '), false)
    })
  }

  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    behaviour,
    streams,
    stop: () =>
      new Promise<void>(closed => {
        for (const stream of streams) stream.terminate()
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
export type SpeechServer = Awaited<ReturnType<typeof startSpeechServer>>

const RATE = 16_000

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const askedOf = ({ headers }: IncomingMessage, { searchParams }: URL) => ({
  key: String(headers.authorization ?? '').replace('Token ', ''),
  model: searchParams.get('model') ?? '',
  language: searchParams.get('language') ?? '',
  prompt: searchParams.getAll('keyterm').join(', '),
})

function soundOf(file: Buffer): Pick<SpeechHeard, 'seconds' | 'hertz'> {
  if (file.subarray(0, 4).toString() !== 'RIFF') return { seconds: undefined, hertz: undefined }
  return soundOfSamples(file.subarray(44))
}

/** By its number of upward zero crossings where it is loud. */
function soundOfSamples(pcm: Buffer): { seconds: number; hertz: number } {
  const samples = new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length - (pcm.length % 2)))
  let loud = 0
  let rises = 0
  for (let from = 0; from + 320 <= samples.length; from += 320) {
    const frame = samples.subarray(from, from + 320)
    if (!frame.some(sample => Math.abs(sample) > 1500)) continue
    loud += frame.length
    for (let i = from; i < from + 320; i++) if ((samples[i - 1] ?? 0) < 0 && (samples[i] ?? 0) >= 0) rises++
  }
  return { seconds: samples.length / RATE, hertz: loud === 0 ? 0 : Math.round((rises * RATE) / loud) }
}
