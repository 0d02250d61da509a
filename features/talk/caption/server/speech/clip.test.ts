import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { readSettings } from '#app/server/settings.ts'
import { pathOf } from '#contract/call.ts'
import type { PersonName } from '#testing/people.ts'
import { type SpeechServer, startSpeechServer } from '#testing/speechServer.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { clipKind, clipSeconds } from './clip.ts'
import { speechProviderOf } from './providers.ts'
import { wav } from './wav.ts'

let provider: SpeechServer
let stack: Stack
let without: Stack
beforeAll(async () => {
  provider = await startSpeechServer()
  const settings = { SPEECH_PROVIDER: 'openai', SPEECH_URL: provider.url, SPEECH_KEY: 'a-secret-key' }
  ;[stack, without] = await Promise.all([startStack(settings), startStack()])
})
beforeEach(() => {
  provider.behaviour.status = 200
})
afterAll(() => Promise.all([stack.stop(), without.stop(), provider.stop()]))

async function send(
  by: PersonName | undefined,
  audio: Uint8Array<ArrayBuffer> | undefined,
  fields: Record<string, string> = {},
  at = stack,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (audio) form.append('audio', new Blob([audio]), 'clip.webm')
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await at.app.inject({
    method: 'POST',
    url: pathOf('transcribeSpeech', calls.transcribeSpeech),
    headers: {
      ...(by && { authorization: `Bearer ${at.people[by].token}` }),
      'content-type': request.headers.get('content-type') ?? '',
      'idempotency-key': randomUUID(),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json() as { data?: { text: string }; error?: string }
}

const bytes = (...all: (number | string | Uint8Array)[]) =>
  Uint8Array.from(
    all.flatMap(one => (typeof one === 'number' ? [one] : [...(typeof one === 'string' ? Buffer.from(one) : one)])),
  )
const number = (value: number, size: 2 | 4 | 8, little = false) => {
  const view = Buffer.alloc(size)
  if (size === 8) little ? view.writeBigInt64LE(BigInt(value)) : view.writeBigInt64BE(BigInt(value))
  else little ? view.writeUIntLE(value, 0, size) : view.writeUIntBE(value, 0, size)
  return view
}
/** As MediaRecorder writes it: a segment and clusters of unknown size, a block at a moment of its cluster. */
const webm = (seconds: number) =>
  bytes(
    ...[0x1a, 0x45, 0xdf, 0xa3, 0x84, 0x42, 0x86, 0x81, 0x01],
    ...[0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ...[0x15, 0x49, 0xa9, 0x66, 0x87, 0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40],
    ...[0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ...[0xe7, 0x84],
    number(seconds * 1000 - 500, 4),
    ...[0xa3, 0x86, 0x81],
    number(500, 2),
    ...[0x80, 0x00, 0x00],
  )
const ogg = (seconds: number) => {
  const page = (position: number) => bytes('OggS', 0, 0, number(position, 8, true), new Uint8Array(12), 1, 2, 7, 7)
  return bytes(page(0), page(seconds * 48_000))
}
const box = (name: string, ...body: Uint8Array[]) => {
  const inner = Buffer.concat(body)
  return bytes(number(inner.length + 8, 4), name, inner)
}
const mp4 = (seconds: number, isWhole: boolean) => {
  const mdhd = box(
    'mdhd',
    new Uint8Array(12),
    number(16_000, 4),
    number(isWhole ? seconds * 16_000 : 0, 4),
    number(0, 4),
  )
  const fragment = box('moof', box('traf', box('tfdt', bytes(1, 0, 0, 0), number(seconds * 16_000, 8))))
  const head = bytes(box('ftyp', Buffer.from('isom')), box('moov', box('trak', box('mdia', mdhd))))
  return isWhole ? head : bytes(head, fragment)
}

describe('a recorded clip', () => {
  it('is known by its bytes, and its length by the times in it', () => {
    const all = [
      ['audio/webm', webm(12)],
      ['audio/ogg', ogg(12)],
      ['audio/mp4', mp4(12, true)],
      ['audio/mp4', mp4(12, false)],
      ['audio/wav', wav(new Int16Array(12 * 16_000))],
    ] as const
    for (const [kind, file] of all) {
      expect(clipKind(file)).toBe(kind)
      expect(clipSeconds(file, kind)).toBeCloseTo(12, 1)
      // what is cut off or garbled ends the reading, whatever the outcome
      for (let at = 0; at < file.length && at < 80; at++) {
        expect(clipSeconds(file.slice(0, at), kind)).toBeLessThan(61)
        expect(clipSeconds(file.with(at, 0xff), kind)).toBeGreaterThanOrEqual(0)
      }
    }
    expect(clipKind(bytes('<script>'))).toBeUndefined()
    expect(clipKind(new Uint8Array())).toBeUndefined()
  })
})

describe('the providers of speech', () => {
  it('[PROD-018] are named by the settings, with what each needs, and never repeat their key', () => {
    expect(() => readSettings({ SPEECH_PROVIDER: 'deepgram' })).toThrow('SPEECH_KEY is missing')
    expect(() => readSettings({ SPEECH_KEY: 'k' })).toThrow('SPEECH_PROVIDER is missing')
    expect(() => readSettings({ SPEECH_PROVIDER: 'ears' })).toThrow('must be one of openai, deepgram')
    expect(() => readSettings({ SPEECH_PROVIDER: 'openai', SPEECH_KEY: 'my secret' })).not.toThrow('my secret')
    expect(() => readSettings({ SPEECH_PROVIDER: 'openai', SPEECH_KEY: 'my secret' })).toThrow('without spaces')
    const own = readSettings({ SPEECH_PROVIDER: 'openai', SPEECH_URL: 'http://localhost:8000/v1/' }).speech
    expect(own).toEqual({ provider: 'openai', url: 'http://localhost:8000', key: undefined, model: 'whisper-1' })
    expect(readSettings({ SPEECH_PROVIDER: 'deepgram', SPEECH_KEY: 'k' }).speech).toMatchObject({
      url: 'https://api.deepgram.com',
      model: 'nova-3',
    })
  })

  it('[PROD-018] transcribe a clip by OpenAI’s and by Deepgram’s own API, key and language', async () => {
    for (const [name, api, language] of [
      ['openai', 'openai', 'zh'],
      ['deepgram', 'deepgram', 'zh-Hant'],
    ] as const) {
      const { speech } = readSettings({ SPEECH_PROVIDER: name, SPEECH_URL: provider.url, SPEECH_KEY: 'k-1' })
      if (!speech) throw new Error('no settings')
      const audio = wav(new Int16Array(16_000))
      const text = await speechProviderOf(speech).transcribe({ audio, mime: 'audio/wav', language: 'zh-Hant' })
      expect(text).toMatch(/^Sentence \d+ in zh/)
      expect(provider.heard.at(-1)).toMatchObject({ api, key: 'k-1', language, seconds: 1 })
    }
  })
})

describe('#transcribeSpeech', () => {
  it('gives the words of a clip, in the language said', async () => {
    provider.behaviour.words = () => 'We grew fast.'
    expect((await send('investor', webm(4), { language: 'fr' })).data).toEqual({ text: 'We grew fast.' })
    expect(provider.heard.at(-1)).toMatchObject({ api: 'openai', key: 'a-secret-key', language: 'fr' })
    expect((await send('investor', ogg(4))).data).toEqual({ text: 'We grew fast.' })
    expect(provider.heard.at(-1)?.language).toBe('')
  })

  it('refuses what is no clip, too long or too large, and who is not signed in', async () => {
    expect((await send('member', bytes('<script>alert(1)</script>'))).error).toBe('ClipTypeNotAllowed')
    expect((await send('member', webm(61))).error).toBe('ClipTooLong')
    expect((await send('member', wav(new Int16Array(1_100_000)))).error).toBe('ClipTooLarge')
    expect((await send('member', undefined)).error).toBe('InputInvalid')
    expect((await send(undefined, webm(4))).error).toBe('NotSignedIn')
  })

  it('says when there is no provider, when it does not answer, and when a caller asks too often', async () => {
    expect((await send('investor', webm(4), {}, without)).error).toBe('SpeechOff')
    provider.behaviour.status = 500
    expect((await send('coHost', webm(4))).error).toBe('SpeechDown')
    provider.behaviour.status = 200
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('presenter', webm(2))))
    expect(answers.filter(answer => answer.data).length).toBe(6)
    expect(answers.filter(answer => answer.error).map(answer => answer.error)).toEqual(
      Array.from({ length: 4 }, () => 'TooManyRequests'),
    )
  })
})
