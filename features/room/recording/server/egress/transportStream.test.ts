import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Line } from '../recorder/line.ts'
import type { Piece } from '../recorder/messages.ts'
import { isAac } from '../recorder/mp4.ts'
import { silenced } from '../silence.ts'
import { segmentsIn } from './playlist.ts'
import { EgressTimes } from './times.ts'
import { framesIn, TICKS, TICKS_WRAP } from './transportStream.ts'

const folder = mkdtempSync(join(tmpdir(), 'stream-'))
const file = (name: string) => join(folder, name)
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
let stream: Buffer
beforeAll(() => {
  ffmpeg(
    ...['-f', 'lavfi', '-t', '4', '-i', 'testsrc=size=320x180:rate=15'],
    ...['-f', 'lavfi', '-t', '4', '-i', 'sine=frequency=440:sample_rate=48000'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-profile:v', 'baseline', '-g', '15'],
    ...['-c:a', 'aac', '-ac', '2', '-f', 'mpegts', file('a.ts')],
  )
  stream = readFileSync(file('a.ts'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The pieces of a line of what is in a segment. */
function written(kind: 'picture' | 'sound'): Piece[] {
  const pieces: Piece[] = []
  const line = new Line({ id: 'a', codec: kind === 'picture' ? 'h264' : 'aac', next: { head: 0, segment: 0 } }, piece =>
    pieces.push(piece),
  )
  for (const frame of framesIn(stream)) {
    if (frame.kind !== kind) continue
    if (!line.coding)
      if (frame.kind === 'sound') line.code(frame.coding, 0)
      else if (frame.sets) line.code({ codec: 'h264', ...frame.sets }, 0)
    line.add(frame.at / TICKS, frame.data, frame.kind === 'sound' || frame.key)
  }
  line.flush()
  return pieces
}

/** What is in an mp4 file, as ffmpeg decodes it. */
function decoded(pieces: readonly Pick<Piece, 'bytes'>[], ...args: string[]): Buffer {
  writeFileSync(file('a.mp4'), Buffer.concat(pieces.map(({ bytes }) => bytes)))
  return execFileSync('ffmpeg', ['-v', 'error', '-i', file('a.mp4'), ...args, '-'], { maxBuffer: 1e9 })
}

describe('a transport stream of Egress', () => {
  it('is taken apart into every picture and every frame of sound', () => {
    const frames = framesIn(stream)
    const pictures = frames.filter(frame => frame.kind === 'picture')
    expect([pictures.length, pictures.filter(({ key }) => key).length]).toEqual([60, 4])
    expect(pictures[0]?.sets).toMatchObject({ width: 320, height: 180 })
    const sounds = frames.filter(frame => frame.kind === 'sound')
    expect(sounds.length).toBeGreaterThanOrEqual(187)
    expect(sounds[0]?.coding).toMatchObject({ rate: 48_000, channels: 2 })
    const seconds = (of: typeof frames) => ((of.at(-1)?.at ?? 0) - (of[0]?.at ?? 0)) / TICKS
    expect(seconds(pictures)).toBeCloseTo(59 / 15, 2)
    expect(seconds(sounds)).toBeCloseTo(((sounds.length - 1) * 1024) / 48_000, 2)
  })

  it('becomes a line that shows the same pictures', () => {
    const before = execFileSync('ffmpeg', ['-v', 'error', '-i', file('a.ts'), '-an', '-f', 'framemd5', '-'])
    const sums = (text: Buffer) => [...text.toString().matchAll(/[\da-f]{32}/g)].map(([sum]) => sum)
    expect(sums(decoded(written('picture'), '-f', 'framemd5'))).toEqual(sums(before))
  })

  it('becomes a line of sound, which can be muted', () => {
    const [head, ...segments] = written('sound')
    if (!head) throw new Error('no head')
    expect(isAac(Buffer.from(head.bytes))).toBe(true)
    const loudness = (pieces: readonly Pick<Piece, 'bytes'>[]) => {
      const samples = decoded(pieces, '-f', 's16le', '-ac', '1', '-ar', '8000')
      const at = (second: number) =>
        Math.max(...new Int16Array(samples.buffer, samples.byteOffset + second * 16_000, 2000))
      return [at(0.5), at(2), at(3.4)].map(loud => loud > 1000)
    }
    expect(loudness([head, ...segments])).toEqual([true, true, true])
    const begins = segments[0]?.type === 'segment' ? segments[0].start : 0
    const muted = segments.map(({ bytes }) => ({
      bytes: silenced(Buffer.from(bytes), [{ from: begins + 1.5, to: begins + 2.8 }], 'aac'),
    }))
    expect(loudness([head, ...muted])).toEqual([true, false, true])
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['other bytes', Buffer.alloc(188 * 3, 'x')],
    ['a part of a packet', Buffer.alloc(187, 0x47)],
  ])('is refused when it is %s', (_, bytes) => {
    expect(() => framesIn(bytes)).toThrow('not a transport stream')
  })

  it('is read in part, or refused, when its bytes are broken', () => {
    const outcomes = new Set<string>()
    for (let seed = 1; seed < 400; seed++) {
      const broken = Buffer.from(stream.subarray(0, 188 * 40))
      for (let at = 0; at < 20; at++) broken[(seed * 7919 + at * 104_729) % broken.length] = (seed * (at + 3)) & 255
      try {
        framesIn(broken)
        outcomes.add('read')
      } catch (error) {
        outcomes.add(String(error))
      }
    }
    expect([...outcomes].toSorted()).toEqual(['Error: not a transport stream', 'read'])
  })
})

describe('a playlist of Egress', () => {
  it('has the segments that are whole, with their times', () => {
    const growing =
      '#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:2026-11-28T10:00:00.5Z\n#EXTINF:4.000,\ns_00000.ts\n#EXTINF:3.5,\ns_0'
    expect(segmentsIn(growing)).toEqual([
      { name: 's_00000.ts', began: Date.parse('2026-11-28T10:00:00.5Z'), seconds: 4, at: 0 },
    ])
    const second = { name: 's_00001.ts', began: undefined, seconds: 3.5, at: 4 }
    expect(segmentsIn(`${growing}0001.ts\n`)[1]).toEqual(second)
  })

  it('names no file elsewhere', () => {
    const names = ['../../secret.ts', '/etc/passwd', 'https://evil.example/a.ts', 'a/b.ts', '.hidden.ts', 'a.ts?b']
    expect(segmentsIn(names.map(name => `#EXTINF:4,\n${name}\n`).join(''))).toEqual([])
  })
})

describe('the times of Egress', () => {
  const heard = (ahead: number, asked = 100, began = 101) => {
    const times = new EgressTimes(asked)
    times.segment({ began: began + ahead, seconds: 4, ticks: 900_000, read: began + 5 })
    return times.at(900_000)
  }
  it('are believed when its clock can be right', () => {
    expect([heard(0), heard(0.4), heard(-0.4)]).toEqual([101, 101.4, 100.6])
  })
  it('are corrected by what is possible when its clock is hours off', () => {
    // it began after it was asked, and what is read was recorded before
    for (const ahead of [-7200, 7200]) {
      expect(heard(ahead)).toBeGreaterThanOrEqual(100)
      expect(heard(ahead)).toBeLessThanOrEqual(102)
    }
  })
  it('go on where Egress does not say them', () => {
    const times = new EgressTimes(100)
    times.segment({ seconds: 4, ticks: 900_000, read: 106 })
    expect(times.at(900_000)).toBe(102)
    times.segment({ seconds: 4, ticks: 900_000 + 4 * TICKS, read: 117 })
    expect(times.at(900_000 + 4 * TICKS)).toBe(106)
  })
  it('go on when the ticks begin again', () => {
    const times = new EgressTimes(0)
    times.segment({ began: 10, seconds: 4, ticks: TICKS_WRAP - TICKS, read: 15 })
    times.at(TICKS_WRAP - TICKS)
    times.segment({ began: 14, seconds: 4, ticks: 3 * TICKS, read: 19 })
    expect(times.at(3 * TICKS)).toBeCloseTo(14, 3)
  })
})
