import type { Packet } from './inOrder.ts'

/** A whole picture. `sps` and `pps` come with key frames. */
export interface Frame {
  readonly timestamp: number
  readonly key: boolean
  readonly data: Buffer
  readonly sets?: { readonly sps: Buffer; readonly pps: Buffer; readonly width: number; readonly height: number }
}

/** Kinds of NAL units (H.264, table 7-1), and of packets with several or a part of one (RFC 6184). */
const kind = { keySlice: 5, sps: 7, pps: 8, aggregate: 24, part: 28 } as const
const kindOf = (unit: Buffer) => (unit[0] ?? 0) & 31

/** Makes pictures of packets. After a loss it leaves out what cannot be decoded, and asks for a key frame. */
export class Frames {
  readonly #take: (frame: Frame) => void
  readonly #askKey: () => void
  #parts: Packet[] = []
  #isBroken = true

  constructor(take: (frame: Frame) => void, askKey: () => void) {
    this.#take = take
    this.#askKey = askKey
  }

  push(packet: Packet, gap: boolean): void {
    if (gap) {
      this.#parts = []
      this.#break()
    }
    // padding
    if (packet.payload.length === 0) return
    if (this.#parts[0] && this.#parts[0].timestamp !== packet.timestamp) this.#finish()
    this.#parts.push(packet)
    if (packet.marker) this.#finish()
  }

  #break(): void {
    this.#isBroken = true
    this.#askKey()
  }

  #finish(): void {
    const parts = this.#parts
    this.#parts = []
    const frame = frameOf(parts)
    if (!frame) {
      if (!this.#isBroken) this.#break()
      return
    }
    if (frame.key) this.#isBroken = false
    if (!this.#isBroken) this.#take(frame)
  }
}

/** The picture of the packets of one timestamp; undefined when a part is missing, or there is none in them. */
export function frameOf(packets: readonly Packet[]): Frame | undefined {
  const units = unitsOf(packets.map(({ payload }) => payload))
  // slices and parameter sets; these stay in the key frames too, because ffmpeg takes no new ones from a later head
  const kept = units?.filter(unit => kindOf(unit) <= kind.keySlice || [kind.sps, kind.pps].includes(kindOf(unit) as 7))
  const [first] = packets
  if (!first || !kept?.some(unit => kindOf(unit) <= kind.keySlice)) return undefined
  const sps = kept.find(unit => kindOf(unit) === kind.sps)
  const pps = kept.find(unit => kindOf(unit) === kind.pps)
  const data = Buffer.concat(
    kept.flatMap(unit => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(unit.length)
      return [length, unit]
    }),
  )
  const key = kept.some(unit => kindOf(unit) === kind.keySlice)
  const size = sps && sizeOf(sps)
  const sets = sps && pps && size ? { sps: Buffer.from(sps), pps: Buffer.from(pps), ...size } : undefined
  return { timestamp: first.timestamp, key, data, ...(sets ? { sets } : {}) }
}

function unitsOf(payloads: readonly Buffer[]): Buffer[] | undefined {
  const units: Buffer[] = []
  let whole: Buffer[] | undefined
  for (const payload of payloads) {
    const type = kindOf(payload)
    if (type < kind.aggregate) units.push(payload)
    else if (type === kind.aggregate) {
      for (let at = 1; at + 2 < payload.length; ) {
        const length = payload.readUInt16BE(at)
        units.push(payload.subarray(at + 2, at + 2 + length))
        at += 2 + length
      }
    } else if (type === kind.part && payload.length > 2) {
      const [indicator = 0, head = 0] = payload
      if (head & 0x80) whole = [Buffer.from([(indicator & 0xe0) | (head & 31)])]
      if (!whole) return undefined
      whole.push(payload.subarray(2))
      if (head & 0x40) {
        units.push(Buffer.concat(whole))
        whole = undefined
      }
    } else return undefined
  }
  return whole || units.length === 0 ? undefined : units
}

/** Profiles whose parameter set has a chroma format (H.264, 7.3.2.1.1). */
const withChroma = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128])

/** Width and height from a sequence parameter set; undefined for one that cannot be read. */
export function sizeOf(sps: Buffer): { width: number; height: number } | undefined {
  const bits = bitsOf(sps)
  const skip = (count: number) => {
    for (let i = 0; i < count; i++) bits.golomb()
  }
  const profile = sps[1] ?? 0
  bits.skip(32)
  skip(1)
  let chroma = 1
  if (withChroma.has(profile)) {
    chroma = bits.golomb()
    if (chroma === 3) bits.bit()
    skip(2)
    bits.bit()
    // a scaling matrix: no encoder of a browser sends one
    if (bits.bit()) return undefined
  }
  skip(1)
  const order = bits.golomb()
  if (order === 0) skip(1)
  else if (order === 1) {
    bits.bit()
    skip(2)
    skip(bits.golomb())
  }
  skip(1)
  bits.bit()
  const across = bits.golomb() + 1
  const down = bits.golomb() + 1
  const isWhole = bits.bit()
  if (!isWhole) bits.bit()
  bits.bit()
  const crop = bits.bit() ? [bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const step = { x: chroma === 1 || chroma === 2 ? 2 : 1, y: (chroma === 1 ? 2 : 1) * (2 - isWhole) }
  const width = across * 16 - step.x * (left + right)
  const height = down * 16 * (2 - isWhole) - step.y * (top + bottom)
  return bits.isWhole() && width > 0 && height > 0 && width <= 8192 && height <= 8192 ? { width, height } : undefined
}

/** Reads bits, without the bytes that keep start codes apart (H.264, 7.4.1). */
function bitsOf(unit: Buffer) {
  const bytes = unit.filter((value, i) => !(value === 3 && i > 1 && unit[i - 1] === 0 && unit[i - 2] === 0))
  let at = 0
  const bit = () => ((bytes[at >> 3] ?? 0) >> (7 - (at++ & 7))) & 1
  const golomb = () => {
    let zeros = 0
    while (zeros < 32 && at < bytes.length * 8 && !bit()) zeros++
    let value = 1
    for (; zeros > 0; zeros--) value = value * 2 + bit()
    return value - 1
  }
  return {
    bit,
    golomb,
    skip: (count: number) => {
      at += count
    },
    /** Whether nothing was read past the end. */
    isWhole: () => at <= bytes.length * 8,
  }
}
