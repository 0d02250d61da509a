import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeRecogniser } from '#features/talk/caption/web/testing/fakeRecogniser.ts'
import { BrowserDictation, speechLanguages, spoken, UNANSWERABLE } from './dictation.ts'
import { RecordedDictation } from './recordedDictation.ts'

let heard: string[]
let now: number
beforeEach(() => {
  heard = []
  now = 1000
})
const hear = (text: string) => heard.push(text)
const begin = (language: (typeof speechLanguages)[number] = 'en-US') => {
  const dictation = new BrowserDictation(FakeRecogniser, hear, () => now)
  dictation.start(language)
  return dictation
}

describe('voice to text by the browser', () => {
  it('[STATE-114, STATE-115, STATE-116, STATE-117, PROD-023] goes from idle over asking and listening to stopped', () => {
    const dictation = new BrowserDictation(FakeRecogniser, hear)
    expect(dictation.get()).toEqual({ state: 'idle', problem: undefined })
    dictation.start('en-US')
    expect(dictation.get().state).toBe('asking')
    FakeRecogniser.last.onstart?.()
    expect(dictation.get().state).toBe('listening')
    FakeRecogniser.last.hears('we grew')
    FakeRecogniser.last.hears(['We grew', 'threefold'])
    expect(heard).toEqual(['we grew', 'We grew threefold'])
    dictation.stop()
    expect(FakeRecogniser.last.abort).toHaveBeenCalled()
    expect(dictation.get()).toEqual({ state: 'stopped', problem: undefined })
    FakeRecogniser.last.hears('too late')
    expect(heard).toHaveLength(2)
  })

  it('[CONST-025] listens for en-US unless told otherwise', () => {
    expect(speechLanguages[0]).toBe('en-US')
    begin('zh-TW')
    expect(FakeRecogniser.last).toMatchObject({ lang: 'zh-TW', continuous: true, interimResults: true })
  })

  it.each([
    ['[ERR-056] nothing was said', 'no-speech', 5000, 'noSpeech'],
    ['[ERR-057] there is no microphone', 'audio-capture', 5, 'noMicrophone'],
    ['[ERR-058] the browser refuses before a person can have answered', 'not-allowed', UNANSWERABLE - 1, 'blocked'],
    ['[ERR-059] the person refuses', 'not-allowed', UNANSWERABLE, 'denied'],
    ['its service is out of reach', 'network', 500, 'network'],
    ['it does not know the language', 'language-not-supported', 5, 'language'],
    ['it was ended', 'aborted', 500, undefined],
  ])('stops when %s', (_why, error, after, problem) => {
    const dictation = begin()
    now += after
    FakeRecogniser.last.fails(error)
    expect(dictation.get()).toEqual({ state: 'stopped', problem })
  })

  it('[ERR-058] stops when the browser does not even begin', () => {
    class Refuses extends FakeRecogniser {
      override start = vi.fn(() => {
        throw new Error('not allowed here')
      })
    }
    const dictation = new BrowserDictation(Refuses, hear)
    dictation.start('en-US')
    expect(dictation.get()).toEqual({ state: 'stopped', problem: 'blocked' })
  })
})

describe('what was said', () => {
  it.each([
    ['', 'Hello', '', 'Hello'],
    ['We', 'grew threefold', 'in March', 'We grew threefold in March'],
    ['One.', 'Two', '\nThree', 'One. Two\nThree'],
    ['（', 'Two', '）', '（Two）'],
    ['我们', '增长 了 三倍', '。', '我们增长了三倍。'],
  ])('stands between %j and what is behind it', (before, said, after, text) => {
    expect(spoken(before, said, after).text).toBe(text)
  })
})

class FakeRecorder {
  static last: FakeRecorder
  state = 'inactive'
  mimeType = 'audio/webm;codecs=opus'
  ondataavailable: ((event: { data: Blob }) => void) | null = null
  onstop: (() => void) | null = null
  constructor() {
    FakeRecorder.last = this
  }
  start() {
    this.state = 'recording'
  }
  stop() {
    this.state = 'inactive'
    this.ondataavailable?.({ data: new Blob(['sound']) })
    this.onstop?.()
  }
}

describe('voice to text by the server', () => {
  const track = { stop: vi.fn() }
  const stream = { getTracks: () => [track] } as unknown as MediaStream
  const record = (transcribe: (audio: File) => Promise<string>, openMicrophone = async () => stream) => {
    const Recorder = FakeRecorder as unknown as typeof MediaRecorder
    const dictation = new RecordedDictation({ transcribe, onHeard: hear, openMicrophone, Recorder, now: () => now })
    dictation.start('en-US')
    return dictation
  }
  const state = (dictation: RecordedDictation) => dictation.get().state

  it('[PROD-023, STATE-115, STATE-116, STATE-117] records, sends, writes, and lets go of the microphone', async () => {
    const sent: File[] = []
    const dictation = record(async audio => {
      sent.push(audio)
      return ' We grew threefold. '
    })
    expect(state(dictation)).toBe('asking')
    await vi.waitFor(() => expect(state(dictation)).toBe('listening'))
    dictation.stop()
    expect(state(dictation)).toBe('writing')
    await vi.waitFor(() => expect(state(dictation)).toBe('stopped'))
    expect(heard).toEqual(['We grew threefold.'])
    expect(sent.map(({ name, type }) => [name, type])).toEqual([['speech.webm', 'audio/webm']])
    expect(track.stop).toHaveBeenCalled()
  })

  it('[ERR-056] says when nothing was said, and when the server does not answer', async () => {
    for (const [answer, problem] of [
      [async () => '', 'noSpeech'],
      [async () => Promise.reject(new Error('down')), 'network'],
    ] as const) {
      const dictation = record(answer)
      await vi.waitFor(() => expect(state(dictation)).toBe('listening'))
      dictation.stop()
      await vi.waitFor(() => expect(dictation.get()).toEqual({ state: 'stopped', problem }))
    }
    expect(heard).toEqual([])
  })

  it.each([
    ['[ERR-057]', 'NotFoundError', 0, 'noMicrophone'],
    ['[ERR-058]', 'NotAllowedError', UNANSWERABLE - 1, 'blocked'],
    ['[ERR-059]', 'NotAllowedError', UNANSWERABLE, 'denied'],
  ])('%s says why there is no microphone', async (_rule, name, after, problem) => {
    const dictation = record(
      async () => '',
      async () => {
        now += after
        throw new DOMException('', name)
      },
    )
    await vi.waitFor(() => expect(dictation.get()).toEqual({ state: 'stopped', problem }))
  })

  it('writes nothing after it was dropped', async () => {
    const dictation = record(async () => 'words')
    await vi.waitFor(() => expect(state(dictation)).toBe('listening'))
    dictation.drop()
    expect(state(dictation)).toBe('idle')
    await new Promise(resolve => setTimeout(resolve, 10))
    expect(heard).toEqual([])
  })
})
