import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { segmentsIn } from '../segments.ts'
import { endOfEmpty, isComingAt, isMissingAt, load } from './loadStretch.ts'
import { endOfHole, follow } from './play.ts'
import { typeOf } from './stretchBuffer.ts'
import { beginStretch } from './stretchFiles.ts'

const list = [
  '#EXTM3U',
  '#EXT-X-MAP:URI="h0.mp4"',
  ...['#EXTINF:4.00000,', 's0.m4s', '#EXTINF:4.50000,', 's1.m4s'],
  '#EXT-X-MAP:URI="h1.mp4"',
  ...Array.from({ length: 20 }, (_, n) => ['#EXTINF:4.00000,', `s${n + 2}.m4s`]).flat(),
  '#EXT-X-ENDLIST',
  '',
].join('\n')
const src = '/recordings/a/b/0-21.m3u8'

/** Spans of time in their order, as browsers have them. */
class Spans implements TimeRanges {
  spans: [number, number][] = []
  get length() {
    return this.spans.length
  }
  start = (at: number) => this.spans[at]?.[0] ?? 0
  end = (at: number) => this.spans[at]?.[1] ?? 0
}

/** What a browser does with media, as far as the loader asks it: a segment's bytes are the seconds that it lasts. */
class Buffer extends EventTarget {
  mode = ''
  timestampOffset = 0
  buffered = new Spans()
  done: string[] = []
  room = Number.POSITIVE_INFINITY
  #finish = () => queueMicrotask(() => this.dispatchEvent(new Event('updateend')))
  appendBuffer(bytes: ArrayBuffer) {
    const text = new TextDecoder().decode(bytes)
    if (/^\d/.test(text)) {
      if (this.buffered.length >= this.room) throw new DOMException('full', 'QuotaExceededError')
      const to = this.timestampOffset + Number(text)
      this.buffered.spans.push([this.timestampOffset, to])
      this.buffered.spans.sort((a, b) => a[0] - b[0])
    }
    this.done.push(/^\d/.test(text) ? `at ${this.timestampOffset}` : text)
    this.#finish()
  }
  remove(from: number, to: number) {
    this.buffered.spans = this.buffered.spans.filter(([start, end]) => end > to || start < from)
    this.done.push(`remove to ${to}`)
    this.#finish()
  }
  changeType(type: string) {
    this.done.push(type)
  }
}
class Source extends EventTarget {
  static made: Source[] = []
  static isTypeSupported = (type: string) => !type.includes('hevc')
  readyState = 'closed'
  duration = 0
  buffer: Buffer | undefined
  constructor() {
    super()
    Source.made.push(this)
    setTimeout(() => {
      this.readyState = 'open'
      this.dispatchEvent(new Event('sourceopen'))
    })
  }
  addSourceBuffer(type: string) {
    this.buffer = new Buffer()
    this.buffer.done.push(type)
    return this.buffer
  }
  endOfStream() {
    this.readyState = 'ended'
  }
}

describe('a stretch in a browser with Media Source Extensions', () => {
  let asked: string[] = []
  let answer: (file: string) => Response | Promise<Response>
  const usual = (file: string) => {
    if (file.endsWith('m3u8')) return new Response(list)
    if (file.startsWith('h')) return new Response(`head ${file} avcC\u0001\u0042\u0040\u001f`)
    return new Response(file === 's1.m4s' ? '4.2' : '4')
  }
  const revoked = vi.fn()
  let end: (() => void) | undefined
  beforeEach(() => {
    vi.useFakeTimers()
    asked = []
    Source.made = []
    answer = usual
    vi.stubGlobal('MediaSource', Source)
    revoked.mockReset()
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: revoked }))
    vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
      const file = address.split('/').at(-1) ?? ''
      asked.push(file)
      const found = await answer(file)
      signal?.throwIfAborted()
      return found
    })
  })
  afterEach(() => {
    end?.()
    end = undefined
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function opened(at = 0) {
    const element = document.createElement('video')
    let place = at
    Object.defineProperties(element, {
      buffered: { get: () => Source.made[0]?.buffer?.buffered ?? new Spans() },
      currentTime: { get: () => place, set: (to: number) => seek(to) },
      seeking: { get: () => isSeeking.now },
      readyState: { get: () => 4 },
    })
    const isSeeking = { now: false }
    const pause = vi.spyOn(element, 'pause')
    const failed = vi.fn()
    end = load(element, src, failed)
    function seek(to: number) {
      place = to
      element.dispatchEvent(new Event('seeking'))
    }
    return { element, failed, pause, seek, isSeeking, buffer: () => Source.made[0]?.buffer ?? expect.fail('no buffer') }
  }
  const pass = (milliseconds = 2000) => vi.advanceTimersByTimeAsync(milliseconds)

  it('loads what is ahead alone, each segment behind its head and where the playlist has it', async () => {
    const { buffer, failed } = opened()
    await pass()
    expect(asked).toEqual(['0-21.m3u8', 'h0.mp4', 's0.m4s', 's1.m4s', 'h1.mp4', 's2.m4s', 's3.m4s', 's4.m4s'])
    const told = buffer().done.map(text => text.replace(/ avcC.*/, ''))
    const type = 'video/mp4; codecs="avc1.42401f"'
    expect(told).toEqual([type, 'head h0.mp4', 'at 0', 'at 4', 'head h1.mp4', 'at 8.5', 'at 12.5', 'at 16.5'])
    expect(Source.made[0]?.duration).toBe(88.5)
    expect(buffer().mode).toBe('sequence')
    expect(failed).not.toHaveBeenCalled()
  })

  it('loads what is sought at once, gives up what was on its way, and lets go of what is long over', async () => {
    let late: (() => void) | undefined
    answer = file => (file === 's3.m4s' ? new Promise(resolve => (late = () => resolve(usual(file)))) : usual(file))
    const { buffer, seek, failed } = opened()
    await pass()
    expect(asked.at(-1)).toBe('s3.m4s')
    seek(60)
    late?.()
    await pass(10)
    expect(asked.slice(asked.indexOf('s3.m4s') + 1)[0]).toBe('s14.m4s')
    await pass()
    expect(buffer().buffered.spans.some(([from]) => from === 12.5)).toBe(false)
    expect(buffer().done).toContain('remove to 30')
    expect(failed).not.toHaveBeenCalled()
  })

  it('says that nothing follows the last segment', async () => {
    opened(80)
    await pass()
    expect(asked.at(-1)).toBe('s21.m4s')
    expect(Source.made[0]?.readyState).toBe('ended')
  })

  it('asks again while the server is away, and fails where it refuses the whole stretch', async () => {
    let away = 2
    answer = file => (file === 's0.m4s' && away-- > 0 ? new Response('', { status: 503 }) : usual(file))
    const one = opened()
    await pass(10_000)
    expect(asked.filter(file => file === 's0.m4s')).toHaveLength(3)
    expect(one.failed).not.toHaveBeenCalled()
    end?.()
    answer = file => (file.endsWith('m3u8') ? new Response('', { status: 404 }) : usual(file))
    asked = []
    Source.made = []
    const other = opened()
    await pass()
    expect(other.failed).toHaveBeenCalledTimes(1)
    expect(asked).toHaveLength(1)
  })

  it('plays no more of a stretch that the browser cannot go on with, although its first seconds are buffered', async () => {
    // another coding, from the third segment on
    const known = vi.spyOn(Source, 'isTypeSupported').mockImplementation(type => type.includes('42401f'))
    answer = file => (file === 'h1.mp4' ? new Response('head avcC\u0001\u0064\u0040\u001f') : usual(file))
    const { pause, failed, buffer } = opened()
    await pass()
    known.mockRestore()
    expect(buffer().buffered.length).toBe(2)
    expect([failed.mock.calls.length, pause.mock.calls.length]).toEqual([1, 1])
  })

  it('plays up to a segment that the server refuses, and goes on behind it', async () => {
    answer = file => (file === 's1.m4s' ? new Response('', { status: 404 }) : usual(file))
    const { element, pause, failed, seek, isSeeking, buffer } = opened()
    await pass()
    expect([failed.mock.calls.length, pause.mock.calls.length]).toEqual([0, 0])
    expect(asked.filter(file => file === 's1.m4s')).toHaveLength(1)
    expect(buffer().buffered.spans.map(([from]) => from)).toEqual([0, 8.5, 12.5, 16.5])
    expect([3, 4, 8, 8.5].map(at => isMissingAt(element, at))).toEqual([false, true, true, false])
    // the browser seeks where nothing comes
    seek(4.5)
    isSeeking.now = true
    follow(element, { at: 5, runs: true, speed: 1 })
    expect([element.currentTime, endOfEmpty(element, 5)]).toEqual([8.5, 8.5])
  })

  it('lets go of the address of what it plays, also where it is refused or given up', async () => {
    opened()
    await pass()
    expect(revoked).toHaveBeenCalledTimes(1)
    end?.()
    answer = () => new Response('', { status: 404 })
    opened()
    await pass()
    expect(revoked).toHaveBeenCalledTimes(2)
    end?.()
    opened()
    end?.()
    end = undefined
    await pass(1)
    expect(revoked).toHaveBeenCalledTimes(3)
  })

  it('plays what was sought although the segment after it is there already', async () => {
    let late: (() => void) | undefined
    answer = file => (file === 's14.m4s' ? new Promise(resolve => (late = () => resolve(usual(file)))) : usual(file))
    const { element, seek } = opened(60.5)
    await pass()
    expect(endOfHole(element.buffered, 60)).toBe(60.5)
    seek(60)
    await pass(10)
    expect(isComingAt(element, 60)).toBe(true)
    follow(element, { at: 60, runs: false, speed: 1 })
    expect(element.currentTime).toBe(60)
    late?.()
    await pass(10)
    expect(isComingAt(element, 60)).toBe(false)
  })

  it('lets go quietly of one that the browser has not opened yet', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    opened()
    end?.()
    end = undefined
    vi.useRealTimers()
    await new Promise(resolve => setTimeout(resolve, 20))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  it('waits where the browser has no room, and skips a segment of which nothing is seen', async () => {
    answer = file => (file === 's2.m4s' ? new Response('0') : usual(file))
    const { buffer, seek } = opened()
    await pass(20)
    expect(asked.filter(file => file === 's2.m4s')).toHaveLength(1)
    buffer().room = buffer().buffered.length
    seek(40)
    await pass(100)
    expect(buffer().done.at(-1)).toBe('remove to 30')
    await pass(1000)
    expect(buffer().buffered.spans[0]?.[0]).toBeGreaterThan(30)
  })

  it('takes what was requested before the element was there, once', async () => {
    await beginStretch(src, 9)
    expect(asked).toEqual(['0-21.m3u8', 'h1.mp4', 's2.m4s'])
    const { buffer } = opened(9)
    await pass(100)
    expect(asked.slice(3, 5)).toEqual(['s3.m4s', 's4.m4s'])
    expect(buffer().done.slice(0, 3).at(-1)).toBe('at 8.5')
    end?.()
    Source.made = []
    opened(9)
    await pass(100)
    expect(asked.filter(file => file === 's2.m4s')).toHaveLength(2)
  })

  it('requests nothing more once it is let go', async () => {
    opened()
    await pass(1)
    end?.()
    end = undefined
    const until = asked.length
    await pass(5000)
    expect(asked.length).toBeLessThanOrEqual(until + 1)
  })
})

it('knows the coding by the head', () => {
  const head = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
  expect(typeOf(head('xx avcC\u0001\u004d\u0040\u0028'))).toBe('video/mp4; codecs="avc1.4d4028"')
  expect(typeOf(head('xx mp4a esds'))).toBe('audio/mp4; codecs="mp4a.40.2"')
  expect(typeOf(head('xx Opus dOps'))).toBe('audio/mp4; codecs="opus"')
  expect(segmentsIn('#EXTM3U\n', src)).toEqual([])
})

it('finds the end of a short hole, and none of a long one', () => {
  const spans = new Spans()
  spans.spans = [
    [0, 4],
    [4.4, 8],
    [20, 24],
  ]
  expect([3, 4.1, 4.4, 9, 19.5, 30].map(at => endOfHole(spans, at))).toEqual([
    undefined,
    4.4,
    undefined,
    undefined,
    20,
    undefined,
  ])
})
