import { type Sample, SILENCE, segmentOf, timescales } from './recorder/mp4.ts'

interface Span {
  readonly from: number
  readonly to: number
}

// Where the recorder's own segments have what: boxes of fixed lengths before the table of samples.
const NUMBER = 20
const START = 60
const COUNT = 80
const TABLE = 88
const ENTRY = 12

/** The same segment of sound with silence at some times, in seconds since the recording began. Nothing is decoded. */
export function silenced(segment: Buffer, spans: readonly Span[]): Buffer {
  const scale = timescales.opus
  const begin = Number(segment.readBigUInt64BE(START))
  const samples: Sample[] = []
  let [at, place] = [begin, segment.readUInt32BE(0) + 8]
  for (let entry = TABLE; entry < TABLE + segment.readUInt32BE(COUNT) * ENTRY; entry += ENTRY) {
    const [duration, size] = [segment.readUInt32BE(entry), segment.readUInt32BE(entry + 4)]
    const isMuted = spans.some(({ from, to }) => at < to * scale && at + duration > from * scale)
    samples.push({ key: true, duration, data: isMuted ? SILENCE : segment.subarray(place, place + size) })
    at += duration
    place += size
  }
  return segmentOf(segment.readUInt32BE(NUMBER), begin, samples)
}
