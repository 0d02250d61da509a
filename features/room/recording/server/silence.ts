import { aacSilence, type Sample, SILENCE, segmentOf, timescales } from './recorder/mp4.ts'

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The same segment of sound with silence at some times, in seconds since the recording began. Nothing is decoded.
 * `codec`: how the sound is coded.
 */
export function silenced(segment: Buffer, spans: readonly Span[], codec: 'opus' | 'aac'): Buffer {
  const scale = timescales[codec]
  const { number, begin, samples } = samplesOf(segment)
  let at = begin
  const heard = samples.map(sample => {
    const isMuted = spans.some(({ from, to }) => at < to * scale && at + sample.duration > from * scale)
    at += sample.duration
    return isMuted ? { ...sample, data: codec === 'aac' ? aacSilence(sample.data) : SILENCE } : sample
  })
  return segmentOf(number, begin, heard)
}

/** The boxes between two places of a segment. */
function* boxesIn(bytes: Buffer, from: number, to: number) {
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at, body: at + 8, end: Math.min(at + size, to) }
    at += size
  }
}

/** The samples of a segment of one track: the recorder's own, or one that ffmpeg has written. */
export function samplesOf(bytes: Buffer): { number: number; begin: number; samples: Sample[] } {
  const samples: Sample[] = []
  let [number, begin] = [0, undefined as number | undefined]
  for (const moof of boxesIn(bytes, 0, bytes.length)) {
    if (moof.type !== 'moof') continue
    let fallback = { duration: 0, size: 0 }
    const traf = [...boxesIn(bytes, moof.body, moof.end)]
    number = bytes.readUInt32BE((traf[0]?.body ?? 0) + 4)
    for (const inner of traf.flatMap(({ type, body, end }) =>
      type === 'traf' ? [...boxesIn(bytes, body, end)] : [],
    )) {
      if (inner.type === 'tfhd') fallback = defaultsIn(bytes, inner.body)
      else if (inner.type === 'tfdt') begin ??= timeIn(bytes, inner.body)
      else if (inner.type === 'trun') samples.push(...runOf(bytes, inner.body, moof.start, fallback))
    }
  }
  return { number, begin: begin ?? 0, samples }
}

/** Reads numbers one after the other, each of which is there if its flag is set. */
function wordsFrom(bytes: Buffer, start: number, flags: number) {
  let at = start
  return (flag: number, otherwise: number): number => {
    if ((flags & flag) === 0) return otherwise
    at += 4
    return bytes.readUInt32BE(at - 4)
  }
}

const flagsAt = (bytes: Buffer, body: number) => bytes.readUInt32BE(body) & 0xffffff
const timeIn = (bytes: Buffer, body: number) =>
  bytes[body] === 1 ? Number(bytes.readBigUInt64BE(body + 4)) : bytes.readUInt32BE(body + 4)

/** The length and the size that samples have which name none (ISO/IEC 14496-12, 8.8.7). */
function defaultsIn(bytes: Buffer, body: number): { duration: number; size: number } {
  const flags = flagsAt(bytes, body)
  const next = wordsFrom(bytes, body + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0), flags)
  return { duration: next(0x8, 0), size: next(0x10, 0) }
}

/** The samples of a run (8.8.8); their bytes begin at an offset from the box around it. */
function runOf(bytes: Buffer, body: number, start: number, fallback: { duration: number; size: number }): Sample[] {
  const flags = flagsAt(bytes, body)
  const next = wordsFrom(bytes, body + 8, flags)
  let place = start + next(0x1, 0)
  next(0x4, 0)
  return Array.from({ length: bytes.readUInt32BE(body + 4) }, () => {
    const duration = next(0x100, fallback.duration)
    const size = next(0x200, fallback.size)
    next(0x400, 0)
    next(0x800, 0)
    place += size
    return { key: true, duration, data: bytes.subarray(place - size, place) }
  })
}
