import { type Frame, frameOf } from '../recorder/h264.ts'
import type { Coding } from '../recorder/mp4.ts'

/** A picture, in ticks of 90 kHz. */
export type Picture = { readonly kind: 'picture'; readonly at: number } & Pick<Frame, 'key' | 'data' | 'sets'>
/** A frame of AAC: 1024 samples of each channel. */
export interface Sound {
  readonly kind: 'sound'
  readonly at: number
  readonly data: Buffer
  readonly coding: Extract<Coding, { codec: 'aac' }>
}

/** Ticks in a second, and after how many they begin again (ISO/IEC 13818-1, 2.4.3.7). */
export const TICKS = 90_000
export const TICKS_WRAP = 2 ** 33

const PACKET = 188
const SYNC = 0x47
/** Kinds of streams in a program map (table 2-34). */
const streamTypes: Readonly<Record<number, 'picture' | 'sound'>> = { 27: 'picture', 15: 'sound' }
/** Sampling rates of AAC by their index (ISO/IEC 14496-3, table 1.18). */
const rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350]

/**
 * The pictures (H.264) and the sound (AAC-LC) in a segment of an MPEG transport stream, as LiveKit Egress writes them for
 * HLS: each stream in its order. What is neither is left out.
 * @throws {Error} for bytes that are no transport stream
 */
export function framesIn(segment: Buffer): (Picture | Sound)[] {
  if (segment.length === 0 || segment.length % PACKET !== 0) throw new Error('not a transport stream')
  const kinds = new Map<number, 'picture' | 'sound'>()
  const open = new Map<number, Buffer[]>()
  const frames: (Picture | Sound)[] = []
  let map: number | undefined
  const close = (pid: number) => {
    const kind = kinds.get(pid)
    const parts = open.get(pid)
    open.delete(pid)
    if (kind && parts) frames.push(...framesOf(kind, Buffer.concat(parts)))
  }
  for (let at = 0; at < segment.length; at += PACKET) {
    const packet = segment.subarray(at, at + PACKET)
    if (packet[0] !== SYNC) throw new Error('not a transport stream')
    const pid = packet.readUInt16BE(1) & 0x1fff
    const begins = (packet.readUInt8(1) & 0x40) !== 0
    const payload = payloadOf(packet)
    if (!payload) continue
    if (pid === 0 && begins) map = firstProgram(payload)
    else if (pid === map && begins) for (const [stream, kind] of streamsOf(payload)) kinds.set(stream, kind)
    else if (kinds.has(pid)) {
      if (begins) {
        close(pid)
        open.set(pid, [payload])
      } else open.get(pid)?.push(payload)
    }
  }
  for (const pid of [...open.keys()]) close(pid)
  return frames
}

/** What a packet carries, behind its adaptation field. */
function payloadOf(packet: Buffer): Buffer | undefined {
  const control = packet.readUInt8(3) & 0x30
  if ((control & 0x10) === 0) return undefined
  const start = control === 0x30 ? 5 + packet.readUInt8(4) : 4
  return start < PACKET ? packet.subarray(start) : undefined
}

/** A table (2.4.4), from behind its pointer to before its checksum; empty when it does not fit into its packet. */
function tableIn(payload: Buffer): Buffer {
  const start = 1 + (payload[0] ?? 0)
  if (start + 3 > payload.length) return Buffer.alloc(0)
  const end = start + 3 + (payload.readUInt16BE(start + 1) & 0xfff) - 4
  return end <= payload.length ? payload.subarray(start, end) : Buffer.alloc(0)
}

function firstProgram(payload: Buffer): number | undefined {
  const table = tableIn(payload)
  for (let at = 8; at + 4 <= table.length; at += 4)
    if (table.readUInt16BE(at) !== 0) return table.readUInt16BE(at + 2) & 0x1fff
  return undefined
}

function* streamsOf(payload: Buffer): Generator<[number, 'picture' | 'sound']> {
  const table = tableIn(payload)
  if (table.length < 12) return
  for (let at = 12 + (table.readUInt16BE(10) & 0xfff); at + 5 <= table.length; ) {
    const kind = streamTypes[table.readUInt8(at)]
    if (kind) yield [table.readUInt16BE(at + 1) & 0x1fff, kind]
    at += 5 + (table.readUInt16BE(at + 3) & 0xfff)
  }
}

/** The frames of a packetized elementary stream's packet (2.4.3.6), which begins with their time. */
function framesOf(kind: 'picture' | 'sound', packet: Buffer): (Picture | Sound)[] {
  const hasTime = packet.length >= 14 && packet.readUIntBE(0, 3) === 1 && (packet.readUInt8(7) & 0x80) !== 0
  if (!hasTime) return []
  const [a, b, c] = [packet.readUInt8(9), packet.readUInt16BE(10), packet.readUInt16BE(12)]
  const at = ((a >> 1) & 7) * 2 ** 30 + (b >> 1) * 2 ** 15 + (c >> 1)
  const data = packet.subarray(9 + packet.readUInt8(8))
  return kind === 'picture' ? pictureOf(data, at) : soundOf(data, at)
}

function pictureOf(data: Buffer, at: number): Picture[] {
  const packets = unitsOf(data).map(payload => ({ sequence: 0, timestamp: at, marker: true, payload }))
  const frame = frameOf(packets)
  return frame
    ? [{ kind: 'picture', at, key: frame.key, data: frame.data, ...(frame.sets && { sets: frame.sets }) }]
    : []
}

/** The NAL units between start codes (H.264, annex B). */
function unitsOf(data: Buffer): Buffer[] {
  const starts: number[] = []
  for (let at = data.indexOf(START); at >= 0; at = data.indexOf(START, at + 3)) starts.push(at + 3)
  return starts.flatMap((start, i) => {
    const next = starts[i + 1]
    let end = next === undefined ? data.length : next - 3
    // zeros before a start code belong to it
    while (end > start && data[end - 1] === 0) end--
    return end > start ? [data.subarray(start, end)] : []
  })
}
const START = Buffer.from([0, 0, 1])

/** The frames of sound in ADTS (ISO/IEC 14496-3, 1.A.2). */
function soundOf(data: Buffer, begins: number): Sound[] {
  const sounds: Sound[] = []
  for (let at = 0; at + 7 <= data.length; ) {
    const length = ((data.readUInt16BE(at + 3) & 0x3ff) << 3) | (data.readUInt8(at + 5) >> 5)
    const isFrame = (data.readUInt16BE(at) & 0xfff6) === 0xfff0 && length > 7 && at + length <= data.length
    if (!isFrame) break
    const head = data.readUInt8(at + 1) & 1 ? 7 : 9
    const word = data.readUInt16BE(at + 2)
    const [profile, rateIndex, channels] = [word >> 14, (word >> 10) & 15, (word >> 6) & 7]
    const rate = rates[rateIndex]
    // AAC-LC alone has the profile 1 here
    if (rate && profile === 1 && channels >= 1 && channels <= 2) {
      const config = Buffer.from([(2 << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channels << 3)])
      sounds.push({
        kind: 'sound',
        at: begins + (sounds.length * 1024 * TICKS) / rate,
        data: data.subarray(at + head, at + length),
        coding: { codec: 'aac', rate, channels, config },
      })
    }
    at += length
  }
  return sounds
}
