import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '#app/server/settings.ts'
import { type SpeechServer, startSpeechServer } from '#testing/speechServer.ts'
import { until } from '#testing/startRooms.ts'
import { type Heard, SAMPLE_RATE } from './provider.ts'
import { speechProviderOf } from './providers.ts'
import { Speaker } from './speaker.ts'
import { mayAskSpeech, speechFailed, speechStatus, speechWorks } from './status.ts'

let server: SpeechServer
beforeAll(async () => {
  server = await startSpeechServer()
})
beforeEach(() => {
  server.heard.length = 0
  Object.assign(server.behaviour, { status: 200, waits: 0, silent: false, more: {} })
  server.behaviour.words = one => `Sentence ${one.count + 1} in ${one.language}.`
})
afterEach(async () => {
  for (const speaker of speakers.splice(0)) speaker.close()
  for (const stream of server.streams) stream.terminate()
  await until(() => server.streams.size === 0)
})
afterAll(() => server.stop())
const speakers: Speaker[] = []

const settingsOf = (SPEECH_PROVIDER: string, more: Record<string, string> = {}) =>
  readSettings({ SPEECH_PROVIDER, SPEECH_URL: server.url, SPEECH_KEY: 'a-key', ...more })

/** A speaker whose sound is made here, faster than anyone speaks. */
function speakerOf(name: string, more: Record<string, string> = {}, language: 'en' | 'zh-Hant' = 'en') {
  const { speech } = settingsOf(name, more)
  if (!speech) throw new Error('no settings')
  const heard: Heard[] = []
  const failures: string[] = []
  let now = Date.UTC(2026, 0, 1)
  const speaker = new Speaker({
    provider: speechProviderOf(speech),
    names: ['Quill'],
    language: () => language,
    mayAsk: () => true,
    onHeard: one => heard.push(one),
    onFailure: error => failures.push(error.message),
    onWorks: () => {},
  })
  speakers.push(speaker)
  const sound = (milliseconds: number, isLoud: boolean) => {
    for (let at = 0; at < milliseconds; at += 60) {
      const samples = new Int16Array((60 / 1000) * SAMPLE_RATE)
      if (isLoud)
        for (let i = 0; i < samples.length; i++) samples[i] = 8000 * Math.sin((2 * Math.PI * 200 * i) / SAMPLE_RATE)
      now += 60
      speaker.hear(samples, now)
    }
  }
  /** Speaks, and then pauses. */
  const say = (milliseconds: number) => {
    sound(milliseconds, true)
    sound(900, false)
  }
  return { speaker, heard, failures, say, sound, start: now }
}

describe('OpenAI’s transcriptions, and servers with the same API', () => {
  it('[PROD-018] get speech piece by piece, cut at pauses', async () => {
    const { heard, say, start } = speakerOf('openai', {}, 'zh-Hant')
    say(2000)
    await until(() => heard.length === 1)
    say(1000)
    await until(() => heard.length === 2)
    expect(server.heard.map(one => [one.api, one.key, one.model, one.language])).toEqual(
      Array.from({ length: 2 }, () => ['openai', 'a-key', 'whisper-1', 'zh']),
    )
    // the script and the spelling of names are told in advance
    expect(server.heard[0]?.prompt).toBe('以下是國語的句子。Quill')
    expect(server.heard[0]?.seconds).toBeGreaterThan(2)
    expect(server.heard[0]?.seconds).toBeLessThan(3)
    expect(server.heard[0]?.hertz).toBeCloseTo(200, -1)
    expect(heard.map(one => one.final)).toEqual([true, true])
    expect((heard[0]?.from ?? 0) - start).toBeLessThan(100)
    expect((heard[1]?.from ?? 0) - start).toBeGreaterThan(2500)
    expect(heard[0]?.id).not.toBe(heard[1]?.id)
  })

  it('[PROD-018] are asked once more for a piece that failed, and not for one that they refuse', async () => {
    const { heard, failures, say } = speakerOf('openai')
    server.behaviour.status = 503
    say(1000)
    setTimeout(() => Object.assign(server.behaviour, { status: 200 }), 400)
    await until(() => heard.length === 1)
    expect(failures).toEqual([])
    server.behaviour.status = 401
    say(1000)
    await until(() => failures.length === 1)
    expect(failures).toEqual(['answered 401'])
    expect(heard).toHaveLength(1)
  })

  it('[PROD-018] that are slow get the newest pieces: nothing piles up', async () => {
    const { heard, say } = speakerOf('openai')
    server.behaviour.waits = 300
    for (let i = 0; i < 8; i++) say(600 + i * 100)
    await until(() => heard.length === 3)
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(heard).toHaveLength(3)
    const lengths = server.heard.map(one => one.seconds ?? 0)
    expect(lengths[0]).toBeLessThan(1.5)
    expect(lengths.slice(1).every(length => length > 1.8)).toBe(true)
  })

  it('[PROD-018] leave out what whisper itself takes for silence, and its own prompt', async () => {
    const { heard, say } = speakerOf('openai')
    server.behaviour.words = () => 'We grew. Thanks for watching!'
    server.behaviour.more = {
      segments: [
        { text: ' We grew.', no_speech_prob: 0.1, avg_logprob: -0.2 },
        { text: ' Thanks for watching!', no_speech_prob: 0.9, avg_logprob: -1.4 },
      ],
    }
    say(800)
    await until(() => heard.length === 1)
    expect(heard[0]?.text).toBe('We grew.')
    server.behaviour.more = {}
    server.behaviour.words = one => one.prompt
    say(800)
    await until(() => server.heard.length === 2)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(heard).toHaveLength(1)
  })
})

describe('Deepgram’s stream', () => {
  it('[PROD-018] shows what goes on under the id that the caption has in the end', async () => {
    const { heard, say, start } = speakerOf('deepgram')
    server.behaviour.words = () => 'We grew three times last year.'
    say(2000)
    await until(() => heard.some(one => one.final))
    expect(new Set(heard.map(one => one.id)).size).toBe(1)
    expect(heard.length).toBeGreaterThan(1)
    const last = heard.at(-1)
    expect(last).toMatchObject({ text: 'We grew three times last year.', final: true })
    expect((last?.to ?? 0) - (last?.from ?? 0)).toBeGreaterThan(1500)
    // silence is not sent, and the times are right all the same
    say(1000)
    await until(() => heard.filter(one => one.final).length === 2)
    expect((heard.at(-1)?.from ?? 0) - start).toBeGreaterThan(2300)
    const sent = server.heard.reduce((sum, one) => sum + (one.seconds ?? 0), 0)
    expect(sent).toBeLessThan(4)
  })

  it('[PROD-018] keeps what was said when it breaks, says so, and is opened again at the next words', async () => {
    const { heard, failures, say, sound } = speakerOf('deepgram')
    server.behaviour.words = () => 'Half a sentence'
    sound(1500, true)
    await until(() => heard.length > 0)
    for (const stream of server.streams) stream.terminate()
    await until(() => failures.length === 1)
    expect(heard.at(-1)?.final).toBe(true)
    say(1200)
    await until(() => heard.filter(one => one.final).length === 2)
  })

  it('[PROD-018] sends its last words after it is closed', async () => {
    const { heard, speaker, sound, failures } = speakerOf('deepgram')
    sound(1000, true)
    speaker.close()
    await until(() => heard.some(one => one.final))
    await until(() => server.streams.size === 0)
    expect(failures).toEqual([])
  })

  it('[PROD-018] that refuses or does not answer is a failure, without the key in its words', async () => {
    const { failures, say } = speakerOf('deepgram')
    server.behaviour.status = 401
    say(800)
    await until(() => failures.length === 1)
    expect(failures[0]).not.toContain('a-key')
  })
})

describe('a provider that fails', () => {
  it('[PROD-018] is left alone for longer and longer, up to a minute, and is well again when it works', () => {
    const settings = settingsOf('deepgram')
    const log = { warn: () => {} } as never
    expect(mayAskSpeech({ settings })).toBe(true)
    speechFailed({ settings, log }, new Error('with a secret in it'))
    // of one moment, several who speak
    speechFailed({ settings, log }, new Error('again'))
    expect(mayAskSpeech({ settings })).toBe(false)
    expect(speechStatus({ settings })).toBe('off: Deepgram failed, captions are off for the moment')
    speechWorks({ settings })
    expect(mayAskSpeech({ settings })).toBe(true)
    expect(speechStatus({ settings })).toBe('ok')
  })
})
