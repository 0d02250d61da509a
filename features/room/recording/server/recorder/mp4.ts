// Fragmented MP4 with one track: H.264, Opus or AAC. WebRTC and H.264's baseline have no frames that are shown in another
// order than they are decoded.

/** How a line is coded; another resolution is another coding. */
export type Coding =
  | {
      readonly codec: 'h264'
      readonly width: number
      readonly height: number
      readonly sps: Buffer
      readonly pps: Buffer
    }
  | { readonly codec: 'opus' }
  /** AAC-LC. `config`: the two bytes of its AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). */
  | { readonly codec: 'aac'; readonly rate: number; readonly channels: number; readonly config: Buffer }

/** A frame, or 20 ms of sound. `duration` in units of the timescale. */
export interface Sample {
  readonly data: Buffer
  readonly key: boolean
  readonly duration: number
}

/** 20 ms of silence as Opus has them. */
export const SILENCE = Buffer.from([0xf8, 0xff, 0xfe])

/** A frame of silence in AAC-LC, for one channel and for two. */
const silentAac = { one: Buffer.from('00c800802380', 'hex'), two: Buffer.from('210049900219002380', 'hex') } as const

/** Silence coded as a frame of AAC-LC is: its first bits say whether it has two channels. */
export const aacSilence = (frame: Buffer): Buffer => ((frame[0] ?? 0) >> 5 === 1 ? silentAac.two : silentAac.one)

/** Whether a head is one of AAC. */
export const isAac = (head: Buffer): boolean => head.includes('mp4a', 0, 'latin1') && head.includes('esds', 0, 'latin1')

/** Units in a second. */
export const timescales = { h264: 90_000, opus: 48_000, aac: 48_000 } as const

const u8 = (...values: number[]) => Buffer.from(values)
const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(Math.round(value)))
  return bytes
}
const zeros = (count: number) => Buffer.alloc(count)

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}
const fullBox = (type: string, version: number, flags: number, ...parts: Buffer[]) =>
  box(type, u32((version << 24) | flags), ...parts)

/** No rotation, no scaling. */
const matrix = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32))

/** AAC-LC in a playlist (RFC 6381). */
export const AAC_CODECS = 'mp4a.40.2'

/** The name of a coding in a playlist (RFC 6381). */
export function codecsOf(coding: Coding): string {
  if (coding.codec === 'aac') return AAC_CODECS
  return coding.codec === 'opus' ? 'opus' : `avc1.${coding.sps.subarray(1, 4).toString('hex')}`
}

/** The head of a line: what a browser has to know before its segments. */
export function headOf(coding: Coding): Buffer {
  const isVideo = coding.codec === 'h264'
  const tables = ['stts', 'stsc', 'stco'].map(type => fullBox(type, 0, 0, u32(0)))
  const sampleTable = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entryOf(coding)),
    ...tables,
    fullBox('stsz', 0, 0, zeros(8)),
  )
  const media = box(
    'mdia',
    fullBox('mdhd', 0, 0, zeros(8), u32(timescales[coding.codec]), zeros(4), u16(0x55c4), zeros(2)),
    fullBox('hdlr', 0, 0, zeros(4), Buffer.from(isVideo ? 'vide' : 'soun'), zeros(12), Buffer.from('r\0')),
    box(
      'minf',
      isVideo ? fullBox('vmhd', 0, 1, zeros(8)) : fullBox('smhd', 0, 0, zeros(4)),
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      sampleTable,
    ),
  )
  const size = isVideo ? [u32(coding.width << 16), u32(coding.height << 16)] : [zeros(8)]
  const trackHead = fullBox(
    'tkhd',
    ...([0, 3] as const),
    ...[zeros(8), u32(1), zeros(8), zeros(8), u16(0), u16(0), u16(isVideo ? 0 : 0x100), zeros(2), matrix, ...size],
  )
  const movieHead = fullBox(
    'mvhd',
    ...([0, 0] as const),
    ...[zeros(8), u32(1000), zeros(4), u32(0x10000), u16(0x100), zeros(10), matrix, zeros(24), u32(2)],
  )
  const extends_ = box('mvex', fullBox('trex', 0, 0, u32(1), u32(1), zeros(12)))
  return Buffer.concat([
    box('ftyp', Buffer.from('iso6'), u32(1), Buffer.from('iso6mp41')),
    box('moov', movieHead, box('trak', trackHead, media), extends_),
  ])
}

function pictureEntry({ width, height, sps, pps }: Extract<Coding, { codec: 'h264' }>): Buffer {
  const configuration = box(
    'avcC',
    u8(1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1),
    ...[u16(sps.length), sps, u8(1), u16(pps.length), pps],
  )
  return box(
    'avc1',
    ...[zeros(6), u16(1), zeros(16), u16(width), u16(height), u32(0x480000), u32(0x480000), zeros(4), u16(1)],
    ...[zeros(32), u16(24), u16(0xffff), configuration],
  )
}

const entryOf = (coding: Coding): Buffer =>
  coding.codec === 'h264' ? pictureEntry(coding) : coding.codec === 'aac' ? aacEntry(coding) : opusEntry()

/** Two channels: Opus says in each packet how many it has, and decoders make two of one. */
function opusEntry(): Buffer {
  const preSkip = 312
  return box(
    'Opus',
    ...[zeros(6), u16(1), zeros(8), u16(2), u16(16), zeros(4), u32(48_000 * 65_536)],
    box('dOps', u8(0, 2), u16(preSkip), u32(48_000), u16(0), u8(0)),
  )
}

/** How AAC is coded, as MPEG-4 describes it (ISO/IEC 14496-1, 7.2.6.5): nested descriptors, each with its length. */
function aacEntry({ rate, channels, config }: Extract<Coding, { codec: 'aac' }>): Buffer {
  const descriptor = (tag: number, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    return Buffer.concat([u8(tag, body.length), body])
  }
  const decoder = descriptor(0x04, u8(0x40, 0x15, 0, 0, 0), zeros(8), descriptor(0x05, config))
  return box(
    'mp4a',
    ...[zeros(6), u16(1), zeros(8), u16(channels), u16(16), zeros(4), u32(rate * 65_536)],
    fullBox('esds', 0, 0, descriptor(0x03, u16(0), u8(0), decoder, descriptor(0x06, u8(2)))),
  )
}

/** A segment. `start`: of its first sample, in units of the timescale since the recording began. */
export function segmentOf(number: number, start: number, samples: readonly Sample[]): Buffer {
  const table = Buffer.concat(
    samples.map(({ data, key, duration }) =>
      Buffer.concat([u32(duration), u32(data.length), u32(key ? 0x02000000 : 0x01010000)]),
    ),
  )
  const fragment = (offset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, u32(number)),
      box(
        'traf',
        fullBox('tfhd', 0, 0x020000, u32(1)),
        fullBox('tfdt', 1, 0, u64(start)),
        fullBox('trun', 0, 0x701, u32(samples.length), u32(offset), table),
      ),
    )
  const fragmentBytes = fragment(fragment(0).length + 8)
  return Buffer.concat([fragmentBytes, box('mdat', ...samples.map(({ data }) => data))])
}
