import { describe, expect, it } from 'vitest'
import { Skew, TrackClock } from './clock.ts'
import { type Frame, Frames, sizeOf } from './h264.ts'
import { InOrder, type Packet } from './inOrder.ts'
import { Line } from './line.ts'
import type { Piece } from './messages.ts'
import { codecsOf } from './mp4.ts'

const packet = (sequence: number, more: Partial<Packet> = {}): Packet => ({
  ...{ sequence, timestamp: 0, marker: false, payload: Buffer.from([1]) },
  ...more,
})
/** The parameter sets of 1280×720, as browsers send them. */
const sps = Buffer.from('6742c01f8c8d402802dd00f08846a0', 'hex')
const pps = Buffer.from('68ce3c80', 'hex')

describe('packets', () => {
  it('come out in order, also around the end of their numbers and when they come twice', () => {
    const out: number[] = []
    const order = new InOrder(({ sequence }) => out.push(sequence))
    for (const n of [65534, 0, 65535, 65535, 2, 1, 0, 3]) order.push(packet(n))
    expect(out).toEqual([65534, 65535, 0, 1, 2, 3])
    expect(order.lost).toBe(0)
  })

  it('are waited for, and given up after that with a sign of the gap', () => {
    let now = 1
    const out: [number, boolean][] = []
    const order = new InOrder(({ sequence }, gap) => out.push([sequence, gap]), { now: () => now })
    order.push(packet(1))
    order.push(packet(3))
    now += 900
    order.push(packet(4))
    expect(out).toEqual([[1, false]])
    now += 200
    order.push(packet(5))
    expect(out).toEqual([
      [1, false],
      [3, true],
      [4, false],
      [5, false],
    ])
    expect(order.lost).toBe(1)
    // what comes too late is not written behind what followed it
    order.push(packet(2))
    expect(out).toHaveLength(4)
  })
})

describe('holes', () => {
  it('are each given up a second after they were seen, not one after the other', () => {
    let now = 1
    const out: number[] = []
    const order = new InOrder(({ sequence }) => out.push(sequence), { now: () => now })
    for (let n = 0; n < 100; n++) {
      if (n % 20 !== 10) order.push(packet(n))
      now += 10
    }
    expect(out.at(-1)).toBe(9)
    now += 1000
    order.look()
    expect([out.length, order.lost, out.at(-1)]).toEqual([95, 5, 99])
  })

  it('hold nothing back when a recording pauses, and nothing of the pause after it', () => {
    const out: number[] = []
    const order = new InOrder(({ sequence }) => out.push(sequence))
    for (const n of [1, 3, 5]) order.push(packet(n))
    order.flush()
    expect(out).toEqual([1, 3, 5])
    for (const n of [6, 8, 9]) order.push(packet(n))
    order.reset()
    for (const n of [20, 21]) order.push(packet(n))
    order.push(packet(7))
    expect(out).toEqual([1, 3, 5, 6, 20, 21])
  })
})

describe('packets that were lost', () => {
  it('are requested at once and again until they come, also around the end of their numbers', () => {
    let now = 1
    const out: number[] = []
    const asked: number[][] = []
    const order = new InOrder(({ sequence }) => out.push(sequence), {
      request: missing => asked.push([...missing]),
      now: () => now,
    })
    for (const n of [65533, 65534, 0]) order.push(packet(n))
    expect(asked).toEqual([[65535]])
    now += 60
    order.push(packet(1))
    // another hole is requested at once, with what is still missing
    order.push(packet(4))
    expect(asked).toEqual([[65535], [65535, 2, 3]])
    order.push(packet(65535))
    now += 120
    order.look()
    expect(asked.at(-1)).toEqual([2, 3])
    order.push(packet(3))
    order.push(packet(2))
    now += 500
    order.look()
    expect(asked).toHaveLength(3)
    expect(out).toEqual([65533, 65534, 65535, 0, 1, 2, 3, 4])
    expect(order.lost).toBe(0)
  })
})

describe('pictures', () => {
  const collect = () => {
    const frames: Frame[] = []
    let asked = 0
    const sink = new Frames(
      frame => frames.push(frame),
      () => asked++,
    )
    return { frames, sink, asked: () => asked }
  }
  const key = Buffer.concat([
    Buffer.from([24, 0, sps.length]),
    sps,
    Buffer.from([0, pps.length]),
    pps,
    Buffer.from([0, 3, 0x65, 1, 2]),
  ])

  it('are put together from whole, gathered and divided units', () => {
    const { frames, sink } = collect()
    sink.push(packet(1, { payload: key, marker: true, timestamp: 1 }), false)
    sink.push(packet(2, { payload: Buffer.from([0x7c, 0x81, 9, 9]), timestamp: 2 }), false)
    sink.push(packet(3, { payload: Buffer.from([0x7c, 0x41, 8]), marker: true, timestamp: 2 }), false)
    sink.push(packet(4, { payload: Buffer.from([0x41, 7]), marker: true, timestamp: 3 }), false)
    expect(frames.map(frame => [frame.timestamp, frame.key, frame.sets?.width, frame.sets?.height])).toEqual([
      [1, true, 1280, 720],
      [2, false, undefined, undefined],
      [3, false, undefined, undefined],
    ])
    // a length, the head of the unit, and both parts
    expect(frames[1]?.data).toEqual(Buffer.from([0, 0, 0, 4, 0x61, 9, 9, 8]))
  })

  it('are left out after a loss until a key frame comes, which is asked for', () => {
    const { frames, sink, asked } = collect()
    sink.push(packet(1, { payload: key, marker: true, timestamp: 1 }), false)
    sink.push(packet(3, { payload: Buffer.from([0x41, 7]), marker: true, timestamp: 2 }), true)
    sink.push(packet(4, { payload: Buffer.from([0x41, 7]), marker: true, timestamp: 3 }), false)
    expect(frames).toHaveLength(1)
    expect(asked()).toBe(1)
    sink.push(packet(5, { payload: key, marker: true, timestamp: 4 }), false)
    expect(frames).toHaveLength(2)
  })

  it.each([
    [[]],
    [[0]],
    [[24]],
    [[24, 255, 255]],
    [[0x7c]],
    [[0x7c, 0x41, 1]],
    [[0x7c, 0x81]],
    [[31, 1, 2]],
    [[24, 0, 0, 0, 0]],
  ])('are none of broken bytes %j', bytes => {
    const { frames, sink } = collect()
    for (let n = 0; n < 3; n++) sink.push(packet(n, { payload: Buffer.from(bytes), marker: true, timestamp: n }), false)
    expect(frames).toEqual([])
    expect(sizeOf(Buffer.from(bytes))).toBeUndefined()
  })
})

describe('the clock of a track', () => {
  it('follows the arrival of packets, and LiveKit’s reports from then on, without a jump', () => {
    let now = 10
    const clock = new TrackClock(90_000, new Skew(), () => now)
    expect(clock.at(4_294_967_000)).toBeCloseTo(10, 3)
    now = 11.2
    // a late packet is not taken for a late picture, also when timestamps begin anew
    expect(clock.at((4_294_967_000 + 90_000) % 2 ** 32)).toBeCloseTo(11, 2)
    // LiveKit's clock is an hour behind, and this track was sent 100 ms before it arrived
    clock.report(11.2 - 3600, (4_294_967_000 + 90_000 + 9000) % 2 ** 32)
    let last = 0
    for (let n = 1; n <= 200; n++) {
      now = 11.2 + n / 10
      const at = clock.at((4_294_967_000 + 90_000 + n * 9000) % 2 ** 32)
      expect(at).toBeGreaterThan(last)
      last = at
    }
    expect(last).toBeCloseTo(11 + 20 + 0.1, 1)
  })
})

describe('a line', () => {
  const begun = () => {
    const pieces: Piece[] = []
    const line = new Line({ id: 'line', codec: 'h264', next: { head: 2, segment: 7 } }, piece => pieces.push(piece))
    const coding = { codec: 'h264', width: 1280, height: 720, sps, pps } as const
    return { pieces, line, coding }
  }
  const segments = (pieces: readonly Piece[]) =>
    pieces.flatMap(piece => (piece.type === 'segment' ? [[piece.number, piece.head, piece.start, piece.duration]] : []))

  it('begins segments of about four seconds with key frames, and numbers them on', () => {
    const { pieces, line, coding } = begun()
    line.code(coding, 1)
    for (let n = 0; n <= 100; n++) line.add(1 + n / 10, Buffer.from([n]), n % 40 === 0)
    line.flush()
    expect(pieces[0]).toMatchObject({ type: 'head', number: 2, codecs: codecsOf(coding) })
    expect(segments(pieces)).toEqual([
      [7, 2, 1, 4],
      [8, 2, 5, 4],
      [9, 2, 9, expect.closeTo(2.04, 5)],
    ])
  })

  it('leaves a hole where nothing was sent, and holds no frame over another coding', () => {
    const { pieces, line, coding } = begun()
    line.code(coding, 0)
    line.add(0, Buffer.from([1]), true)
    line.add(0.5, Buffer.from([2]), false)
    line.flush()
    line.add(60, Buffer.from([3]), true)
    line.code({ ...coding, width: 640 }, 61)
    line.add(61, Buffer.from([4]), true)
    line.flush()
    expect(segments(pieces)).toEqual([
      [7, 2, 0, expect.closeTo(0.54, 5)],
      [8, 2, 60, 1],
      [9, 3, 61, expect.closeTo(0.04, 5)],
    ])
  })

  it('ends a segment without a key frame rather than growing for ever', () => {
    const { pieces, line, coding } = begun()
    line.code(coding, 0)
    for (let n = 0; n <= 250; n++) line.add(n / 10, Buffer.from([1]), n === 0)
    expect(segments(pieces).length).toBe(2)
  })
})
